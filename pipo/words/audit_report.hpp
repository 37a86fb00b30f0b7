// Reports of an audit, which compares given values with a table: for people, for programs, and as
// test reports for continuous integration.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pipo/words/claim.hpp"

namespace pipo {

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
};

// `format` is text, jsonl or junit; `name` is the name of the audited file.
std::unique_ptr<AuditReport> audit_report(std::string_view format, const std::string& name);
std::unique_ptr<AuditReport> junit_audit_report(const std::string& name);

// Returns one line for each difference, such as "value: claimed +1, exact +3", each ended by
// a newline.
std::string differences_text(const Claim& claim, const Answer& answer,
                             const Differences& differences);

}  // namespace pipo
