#include "pipo/command/audit_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/algorithm/string/replace.hpp>
#include <utility>

#include "answers/values.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo {
namespace {

bool wrong_best(const IndexSet& claimed, const Answer& answer, BestRule rule) {
  IndexSet best;
  for (const int edge : answer.best) best.insert(edge);
  if (rule == BestRule::all) return claimed != best;
  return !(claimed - best).empty() || (claimed.empty() && !best.empty());
}

}  // namespace

Differences differences(const Claim& claim, const Answer& answer, BestRule rule) {
  Differences found{.value = claim.value != answer.value,
                    .best = claim.best && wrong_best(*claim.best, answer, rule),
                    .moves = {}};
  for (const ClaimedMove& claimed : claim.moves) {
    const auto move = std::ranges::find(answer.moves, claimed.edge, &MoveValue::edge);
    if (move == answer.moves.end() || move->value != claimed.value) found.moves.push_back(claimed);
  }
  return found;
}

namespace {

class TextAudit : public AuditReport {
 public:
  using AuditReport::AuditReport;

  void append_wrong(std::string& out, std::uint64_t line, const Claim& claim, const Answer& answer,
                    const Differences& differences) const override {
    out += fmt::format("line {}: {}\n{}\n{}", line, to_string(claim.position),
                       differences_text(claim, answer, differences),
                       picture_of_moves(claim.position, answer.moves));
    if (!answer.best.empty()) out += fmt::format("\nbest: {}\n", best_moves(answer));
    out += '\n';
  }

  std::string foot(const AuditCounts& counts) const override {
    std::string text = fmt::format("{}: {} right, {} wrong", printable(name_),
                                   counted(counts.right, "position"), grouped(counts.wrong));
    if (counts.not_audited > 0) {
      text += fmt::format(", {} not audited", counted(counts.not_audited, "line"));
    }
    return text + fmt::format("\ncompared: {}, {} of best moves, {} of moves\n",
                              counted(counts.values, "value"), counted(counts.bests, "list"),
                              counted(counts.moves, "value"));
  }

  bool reports_not_audited() const override { return false; }
};

class JsonAudit : public AuditReport {
 public:
  using AuditReport::AuditReport;

  void append_wrong(std::string& out, std::uint64_t line, const Claim& claim, const Answer& answer,
                    const Differences& differences) const override {
    const Board& board = claim.position.board;
    Json wrong = Json::array();
    if (differences.value) wrong.push_back("value");
    if (differences.best) wrong.push_back("best");
    if (!differences.moves.empty()) wrong.push_back("moves");
    Json claimed{{"value", claim.value}};
    if (claim.best) claimed["best"] = edges_json(board, claim.best->members());
    for (const ClaimedMove& move : differences.moves) {
      claimed["moves"].push_back({{"edge", edge_name(board, move.edge)}, {"value", move.value}});
    }
    out += line_of({{"line", line},
                    {"wrong", std::move(wrong)},
                    {"claimed", std::move(claimed)},
                    {"exact", answer_json(answer)}});
  }

  void append_not_audited(std::string& out, std::uint64_t line, std::string_view text,
                          std::string_view why) const override {
    Json json = Json::object();
    if (line > 0) json = {{"line", line}, {"text", text}};
    json["error"] = why;
    out += line_of(json);
  }

  std::string foot(const AuditCounts& counts) const override {
    const Json summary{{"file", name_},           {"right", counts.right},
                       {"wrong", counts.wrong},   {"not_audited", counts.not_audited},
                       {"values", counts.values}, {"best", counts.bests},
                       {"moves", counts.moves}};
    return line_of({{"summary", summary}});
  }
};

}  // namespace

void AuditCounts::add(const AuditCounts& other) {
  right += other.right;
  wrong += other.wrong;
  not_audited += other.not_audited;
  values += other.values;
  bests += other.bests;
  moves += other.moves;
}

std::string differences_text(const Claim& claim, const Answer& answer,
                             const Differences& differences) {
  const Board& board = claim.position.board;
  std::string text;
  if (differences.value) {
    text += fmt::format("value: claimed {}, exact {}\n", signed_number(claim.value),
                        signed_number(answer.value));
  }
  if (differences.best) {
    text += fmt::format("best: claimed {}, exact {}\n",
                        claim.best->empty() ? "none" : edge_list(board, *claim.best),
                        answer.best.empty() ? "none" : best_moves(answer));
  }
  for (const ClaimedMove& claimed : differences.moves) {
    for (const MoveValue& move : answer.moves) {
      if (move.edge != claimed.edge) continue;
      text += fmt::format("{}: claimed {}, exact {}\n", edge_name(board, move.edge),
                          signed_number(claimed.value), signed_number(move.value));
    }
  }
  return text;
}

namespace {

// Escapes text for attributes and elements. XML cannot represent control characters or the two
// noncharacters U+FFFE and U+FFFF.
std::string xml(std::string text) {
  constexpr std::array<std::pair<const char*, const char*>, 6> kEscapes{{{"&", "&amp;"},
                                                                         {"<", "&lt;"},
                                                                         {">", "&gt;"},
                                                                         {"\"", "&quot;"},
                                                                         {"\xef\xbf\xbe", "?"},
                                                                         {"\xef\xbf\xbf", "?"}}};
  for (const auto& [character, escaped] : kEscapes) {
    boost::replace_all(text, character, escaped);
  }
  return text;
}

std::string xml_line(std::string_view foreign) {
  return xml(printable(foreign));
}

// Joins several lines into one, as attributes need.
std::string joined_lines(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return boost::replace_all_copy(text, "\n", "; ");
}

class JunitAudit : public AuditReport {
 public:
  explicit JunitAudit(const std::string& name) : AuditReport(xml_line(name)) {}

  void append_right(std::string& out, std::uint64_t line, const Claim& claim) const override {
    out += fmt::format("    <testcase classname=\"{}\" name=\"line {}: {}\"/>\n", name_, line,
                       to_string(claim.position));
  }

  void append_wrong(std::string& out, std::uint64_t line, const Claim& claim, const Answer& answer,
                    const Differences& differences) const override {
    const std::string words = differences_text(claim, answer, differences);
    out += fmt::format(
        "    <testcase classname=\"{0}\" name=\"line {1}: {2}\">\n"
        "      <failure type=\"mismatch\" message=\"{3}\">{4}\n{5}best: {6}\n</failure>\n"
        "    </testcase>\n",
        name_, line, to_string(claim.position), joined_lines(words), words,
        xml(picture_of_moves(claim.position, answer.moves)), best_moves(answer));
  }

  void append_not_audited(std::string& out, std::uint64_t line, std::string_view text,
                          std::string_view why) const override {
    out += fmt::format(
        "    <testcase classname=\"{}\" name=\"{}\">\n"
        "      <error type=\"not audited\" message=\"{}\">{}</error>\n"
        "    </testcase>\n",
        name_, line > 0 ? fmt::format("line {}", line) : "the file", xml_line(why), xml_line(text));
  }

  std::string head(const AuditCounts& counts) const override {
    const std::string numbers = fmt::format(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\"",
        counts.right + counts.wrong + counts.not_audited, counts.wrong, counts.not_audited);
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<testsuites name=\"pipo audit\" {0}>\n"
        "  <testsuite name=\"{1}\" {0}>\n",
        numbers, name_);
  }

  std::string foot(const AuditCounts& /*counts*/) const override {
    return "  </testsuite>\n</testsuites>\n";
  }

  bool counts_first() const override { return true; }
};

}  // namespace

std::unique_ptr<AuditReport> audit_report(std::string_view format, const std::string& name) {
  if (format == "junit") return std::make_unique<JunitAudit>(name);
  if (format == "jsonl") return std::make_unique<JsonAudit>(name);
  return std::make_unique<TextAudit>(name);
}

}  // namespace pipo
