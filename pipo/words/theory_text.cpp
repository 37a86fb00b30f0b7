#include <algorithm>

#include "pipo/words/marked_picture.hpp"
#include "pipo/words/units.hpp"
#include "pipo/words/verify_text.hpp"
#include "pipo/words/wrapping.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

constexpr std::size_t kCountWidth = 14;
constexpr std::size_t kMismatchWidth = 12;

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string row(const std::string& count, const std::string& mismatches, const std::string& text) {
  const std::string first =
      right_aligned(count, kCountWidth) + right_aligned(mismatches, kMismatchWidth) + "  ";
  return wrapped(text, first, first.size());
}

std::string in_words(const endgame::Statement& statement) {
  return std::string(statement.id) + ": " + std::string(statement.text) + " [" +
         to_string(statement.source) + "]";
}

// Nim-values say nothing about a table's values.
std::string picture_of(const Position& position) {
  const endgame::Explanation explanation = endgame::explain(position, {.nimstring_limit = 0});
  return marked_picture(explanation) + "\nleft: " + explanation.formula + "\n";
}

std::string both_values(const TheoryMismatch& mismatch) {
  const std::string table = "the table says " + signed_number(mismatch.table_value);
  const std::string by = " [" + to_string(mismatch.expected.source) + "]\n";
  if (mismatch.table_value == mismatch.expected.value) {
    return table + ", and that is the value" + by + "so it is the statement that is wrong\n";
  }
  return table + ", but the value is " + signed_number(mismatch.expected.value) + by;
}

std::string describe(const TheoryMismatch& mismatch) {
  return "MISMATCH at " + to_string(mismatch.position) + "\n" +
         wrapped(in_words(mismatch.statement), "", 0) + both_values(mismatch) + "\n" +
         picture_of(mismatch.position);
}

}  // namespace

std::string describe(const TheoryReport& report) {
  std::string text = row("applied to", "mismatches", "statement");
  for (const StatementCount& one : report.statements) {
    text += one.applied == 0
                ? row("none", "-", in_words(one.statement))
                : row(grouped(one.applied), grouped(one.mismatches), in_words(one.statement));
  }
  if (report.first) text += "\n" + describe(*report.first);
  return text;
}

}  // namespace pipo
