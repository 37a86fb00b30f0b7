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
  explicit TextAudit(const std::string& name) : name_(name) {}

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

 private:
  std::string name_;
};

class JsonAudit : public AuditReport {
 public:
  explicit JsonAudit(const std::string& name) : name_(name) {}

  void append_wrong(std::string& out, std::uint64_t line, const Claim& claim, const Answer& answer,
                    const Differences& differences) const override {
    out += fmt::format(R"({{"line":{},"wrong":[)", line);
    const auto wrong = [&](bool is, const char* what) {
      if (is) out.append(out.back() == '[' ? "\"" : ",\"").append(what).append("\"");
    };
    wrong(differences.value, "value");
    wrong(differences.best, "best");
    wrong(!differences.moves.empty(), "moves");
    out += fmt::format(R"(],"claimed":{{"value":{})", claim.value);
    const Board& board = claim.position.board;
    if (claim.best) out += R"(,"best":)" + edges_json(board, claim.best->members());
    for (const ClaimedMove& move : differences.moves) {
      out += fmt::format(R"({}{{"edge":"{}","value":{}}})",
                         &move == &differences.moves.front() ? R"(,"moves":[)" : ",",
                         edge_name(board, move.edge), move.value);
    }
    if (!differences.moves.empty()) out += ']';
    out += R"(},"exact":)";
    append_json(out, answer);
    out.back() = '}';
    out += '\n';
  }

  void append_not_audited(std::string& out, std::uint64_t line, std::string_view text,
                          std::string_view why) const override {
    if (line > 0) out += fmt::format("{{\"line\":{},\"text\":{},", line, json_string(text));
    out += fmt::format("{}\"error\":{}}}\n", line > 0 ? "" : "{", json_string(why));
  }

  std::string foot(const AuditCounts& counts) const override {
    return fmt::format(
        "{{\"summary\":{{\"file\":{},\"right\":{},\"wrong\":{},\"not_audited\":{},\"values\":{},"
        "\"best\":{},\"moves\":{}}}}}\n",
        json_string(name_), counts.right, counts.wrong, counts.not_audited, counts.values,
        counts.bests, counts.moves);
  }

 private:
  std::string name_;
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

std::unique_ptr<AuditReport> audit_report(std::string_view format, const std::string& name) {
  if (format == "junit") return junit_audit_report(name);
  if (format == "jsonl") return std::make_unique<JsonAudit>(name);
  return std::make_unique<TextAudit>(name);
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
  explicit JunitAudit(const std::string& name) : name_(xml_line(name)) {}

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

 private:
  std::string name_;
};

}  // namespace

std::unique_ptr<AuditReport> junit_audit_report(const std::string& name) {
  return std::make_unique<JunitAudit>(name);
}

}  // namespace pipo
