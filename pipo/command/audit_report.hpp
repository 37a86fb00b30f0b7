// The claims of a file about positions, where the exact values contradict them, and reports of
// that: for people, for programs, and as test reports for continuous integration.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

struct ClaimedMove {
  int edge = 0;  // DBN index, an open edge
  int value = 0;
};

struct Claim {
  Position position{Board(1, 1), 0};
  int value = 0;
  std::optional<IndexSet> best;    // open edges
  std::vector<ClaimedMove> moves;  // some of the moves, or all

  // Returns whether the claim can be checked without the values of moves.
  bool value_only() const { return !best && moves.empty(); }
};

// How many of the best moves a claim has to name.
enum class BestRule {
  some,  // at least one, and no other move
  all
};

struct Differences {
  bool value = false;
  bool best = false;
  std::vector<ClaimedMove> moves;  // claimed moves that have another value

  bool any() const { return value || best || !moves.empty(); }
};

Differences differences(const Claim& claim, const Answer& answer, BestRule rule);

struct AuditCounts {
  std::uint64_t right = 0;  // positions for which every claim is right
  std::uint64_t wrong = 0;
  std::uint64_t not_audited = 0;  // lines that are not claims, or were not solved
  // Numbers of claims compared.
  std::uint64_t values = 0;
  std::uint64_t bests = 0;
  std::uint64_t moves = 0;

  void add(const AuditCounts& other);
};

// Appends parts of a report independently of their order, so several threads may write parts that
// are joined later.
class AuditReport {
 public:
  // `name` is that of the audited file, as the report writes it.
  explicit AuditReport(const std::string& name) : name_(name) {}
  virtual ~AuditReport() = default;

  // Append a line of the file that is right, wrong, or could not be audited (line 0: nor the rest
  // of the file).
  virtual void append_right(std::string& /*out*/, std::uint64_t /*line*/,
                            const Claim& /*claim*/) const {}
  virtual void append_wrong(std::string& out, std::uint64_t line, const Claim& claim,
                            const Answer& answer, const Differences& differences) const = 0;
  virtual void append_not_audited(std::string& /*out*/, std::uint64_t /*line*/,
                                  std::string_view /*text*/, std::string_view /*why*/) const {}

  // The text before and after all lines.
  virtual std::string head(const AuditCounts& /*counts*/) const { return {}; }
  virtual std::string foot(const AuditCounts& counts) const = 0;

  // Returns whether the head needs the counts, so that the rest has to wait.
  virtual bool counts_first() const { return false; }
  // Returns whether the report names the lines that could not be audited. If not, the caller prints
  // them on the error stream.
  virtual bool reports_not_audited() const { return true; }

 protected:
  std::string name_;
};

// `format` is text, jsonl or junit; `name` is the name of the audited file.
std::unique_ptr<AuditReport> audit_report(std::string_view format, const std::string& name);

// Returns one line for each difference, such as "value: claimed +1, exact +3", each ended by
// a newline.
std::string differences_text(const Claim& claim, const Answer& answer,
                             const Differences& differences);

}  // namespace pipo
