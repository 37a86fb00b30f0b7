#include "pipo/words/audit_report.hpp"

#include <fmt/format.h>

#include "pipo/words/answer_json.hpp"
#include "pipo/words/answer_text.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo {
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

}  // namespace pipo
