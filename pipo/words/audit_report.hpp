// What holding somebody's values against a table has shown: for people, for programs, and as the
// test reports that continuous integration shows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "pipo/words/claim.hpp"

namespace pipo {

struct AuditCounts {
  std::uint64_t right = 0;  // positions of which all that is claimed is so
  std::uint64_t wrong = 0;
  std::uint64_t not_audited = 0;  // lines that are no claims, or that no table answers
  // What was compared.
  std::uint64_t values = 0;
  std::uint64_t bests = 0;
  std::uint64_t moves = 0;

  void add(const AuditCounts& other);
};

// Nothing here knows an order: parts of a report may be written by several threads and joined.
class AuditReport {
 public:
  virtual ~AuditReport() = default;

  // A line of the file: it is right; it is not; it could not be audited (line 0: nor what follows).
  virtual void append_right(std::string& out, std::uint64_t line, const Claim& claim) const;
  virtual void append_wrong(std::string& out, std::uint64_t line, const Claim& claim,
                            const Answer& answer, const Differences& differences) const = 0;
  virtual void append_not_audited(std::string& out, std::uint64_t line, std::string_view text,
                                  std::string_view why) const;

  // What goes before and behind.
  virtual std::string head(const AuditCounts& counts) const;
  virtual std::string foot(const AuditCounts& counts) const = 0;

  // Does the head need the counts, so that all the rest has to wait?
  virtual bool counts_first() const { return false; }
  // Does it name the lines that could not be audited? Else they belong on the error stream.
  virtual bool names_not_audited() const { return true; }
};

// `format` is text, jsonl or junit, `name` what the file is called.
std::unique_ptr<AuditReport> audit_report(std::string_view format, const std::string& name);
std::unique_ptr<AuditReport> junit_audit_report(const std::string& name);

// "value: claimed +1, by the table +3", a line for each difference, each ended by a newline.
std::string differences_in_words(const Claim& claim, const Answer& answer,
                                 const Differences& differences);

}  // namespace pipo
