#include "pipo/command/verify_report.hpp"

#include <fmt/core.h>

#include "answers/explained.hpp"
#include "answers/nimstring.hpp"
#include "answers/text.hpp"
#include "answers/values.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/space/game_values.hpp"
#include "verify/checks.hpp"

namespace pipo {
namespace {

std::string row(const std::string& count, const std::string& mismatches, const std::string& text) {
  const std::string first = fmt::format("{:>14}{:>12}  ", count, mismatches);
  return wrapped(text, first, first.size());
}

std::string statement_text(const theory::Statement& statement) {
  return fmt::format("{}: {}{}", statement.id, statement.text, cited(statement.source));
}

// Leaves out nim-values, which say nothing about a table's values.
std::string picture_of(const Position& position) {
  const theory::Explanation explanation = theory::explain(position);
  return fmt::format("{}\nleft: {}\n", marked_picture(explanation), explanation.formula);
}

std::string both_values(const TheoryMismatch& mismatch) {
  const std::string table = signed_number(mismatch.table_value);
  const std::string by = cited(mismatch.expected.source);
  if (mismatch.table_value == mismatch.expected.value) {
    return fmt::format("the table's value {} is right{}\nso the statement is wrong\n", table, by);
  }
  return fmt::format("the table's value is {}, but the right value is {}{}\n", table,
                     signed_number(mismatch.expected.value), by);
}

std::string describe(const TheoryMismatch& mismatch) {
  return fmt::format("MISMATCH at {}\n{}{}\n{}", to_string(mismatch.position),
                     wrapped(statement_text(mismatch.statement), "", 0), both_values(mismatch),
                     picture_of(mismatch.position));
}

}  // namespace

std::string describe(const Mismatch& mismatch) {
  if (mismatch.game == TableGame::nimstring) {
    return fmt::format(
        "{}\nthe table's value is {}, but its values of the next positions give {}; "
        "the nim-value after each move, nothing where it is loony:\n\n{}",
        to_string(mismatch.position), nim_value_text(nim_value_of(mismatch.table_value)),
        nim_value_text(nim_value_of(mismatch.rule_value())),
        picture_of_nim_values(mismatch.position, mismatch.moves));
  }
  return fmt::format(
      "{}\nthe table's value is {}, but its values of the next positions give {}; "
      "the value of each move:\n\n{}",
      to_string(mismatch.position), signed_number(mismatch.table_value),
      signed_number(mismatch.rule_value()), picture_of_moves(mismatch.position, mismatch.moves));
}

std::string describe(const NimAudit& audit) {
  if (audit.first) {
    const NimAudit::Mismatch& first = *audit.first;
    const char* const statement = first.statement == NimAudit::Contradicted::search
                                      ? "the search of Nimstring"
                                  : first.statement == NimAudit::Contradicted::chain_formula
                                      ? "the chain formula [Sierra, theorem 47]"
                                      : "the nim-value of loony endgames [Sierra, corollary 37]";
    return fmt::format("MISMATCH at {}\nby {}\nthe table says {}, but right is {}\n{}",
                       to_string(first.position), statement,
                       nim_value_text(nim_value_of(first.table_value)),
                       nim_value_text(nim_value_of(first.expected)), picture_of(first.position));
  }
  const std::uint64_t searched = audit.drawn - audit.too_large;
  return fmt::format(
      "all {} stored positions checked, {} of them loony endgames, which have nim-value 0 and obey "
      "the chain formula [Sierra, corollary 37, theorem 47]; a search of {} has found the table's "
      "nim-values{}",
      grouped(audit.stored), grouped(audit.endgames), counted(searched, "position"),
      audit.too_large == 0
          ? ""
          : fmt::format(", {} more take too long to search", grouped(audit.too_large)));
}

std::string bound_text(const CheckResult& sample) {
  return fmt::format("with {:.0f}% confidence at most {} in {} stored values contradict the rule",
                     100 * kConfidence,
                     grouped(most_wrong_in_size(sample.wrong_stored, sample.stored)),
                     grouped(sample.stored));
}

std::string mismatches_text(const CheckResult& sample) {
  return fmt::format("mismatches: {} of {} stored positions, {} of {} with boxes to capture; {}\n",
                     grouped(sample.wrong_stored), grouped(sample.stored),
                     grouped(sample.wrong_not_stored), grouped(sample.not_stored),
                     bound_text(sample));
}

std::string describe(const TheoryReport& report) {
  std::string text = row("applied to", "mismatches", "statement");
  for (const StatementCount& one : report.statements) {
    text += one.applied == 0
                ? row("none", "-", statement_text(one.statement))
                : row(grouped(one.applied), grouped(one.mismatches), statement_text(one.statement));
  }
  if (report.first) text += "\n" + describe(*report.first);
  return text;
}

}  // namespace pipo
