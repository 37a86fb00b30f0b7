// Audits the claims of a file line by line.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pipo/command/claim_reader.hpp"
#include "pipo/command/failing.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/making_advice.hpp"
#include "pipo/command/problem_reporter.hpp"
#include "pipo/command/process.hpp"
#include "pipo/io/spool.hpp"
#include "pipo/words/audit_report.hpp"

namespace pipo {

class Auditing {
 public:
  Auditing(Session& session, const Limits& limits, BestRule rule,
           std::unique_ptr<AuditReport> report);

  // Audits these lines with several threads. Throws Stopped, after reporting what it audited.
  void audit(const std::vector<ClaimLine>& lines);

  // Ends the report. Returns the exit code of the gravest problem.
  int finish();

  // Reports that the file itself, or the rest of it, is not audited.
  void refuse(const std::string& message, int code = ExitCode::bad_input);

  bool found_nothing() const { return counts_.right + counts_.wrong + counts_.not_audited == 0; }

 private:
  struct Refused {
    std::uint64_t line = 0;
    Failing why;
  };
  struct AuditPart {
    std::string results;
    AuditCounts counts;
    std::vector<Refused> refused;
  };

  // The answer for a position that no table covers, or why it was not solved.
  struct Outcome {
    Answer answer;
    std::optional<Failing> failed;
  };
  using Solved = std::unordered_map<std::uint64_t, Outcome>;  // by number of the line

  // Audits the lines with several threads, each once. Leaves out those that must be solved and are
  // not in `solved`.
  std::vector<AuditPart> audit_parts(const std::vector<ClaimLine>& lines,
                                     const std::vector<std::int8_t>& values,
                                     const Solved& solved) const;

  // Returns the indices of the lines whose positions must be solved, since no table covers them.
  std::vector<std::size_t> to_be_solved(const std::vector<ClaimLine>& lines,
                                        const std::vector<std::int8_t>& values) const;
  bool must_be_solved(const ClaimLine& line) const;

  // Solves these positions, in the order that costs least. Returns the error if it is stopped;
  // some are then missing in `solved`.
  std::optional<Stopped> solve(const std::vector<ClaimLine>& lines,
                               const std::vector<std::size_t>& uncovered, Solved& solved);

  // Returns, by line, the values of positions for which nothing more is claimed; many at once are
  // found quickly. If a table fails, all are left to be asked individually.
  std::vector<std::int8_t> simple_values(const std::vector<ClaimLine>& lines) const;

  std::string why(const Known& known, const Position& position);

  void audit_line(const ClaimLine& line, std::int8_t value, const Solved& solved,
                  AuditPart& part) const;

  void take(const AuditPart& part);

  Session& session_;
  BestRule rule_;
  const Limits limits_;
  SolvingProgress progress_;
  Solver solver_;
  std::unique_ptr<AuditReport> report_;
  Spool spool_;
  AuditCounts counts_;
  int code_ = ExitCode::done;
  std::string first_refusal_;
  ProblemReporter problems_;
  mutable MakingAdvice advice_;
  std::size_t advised_ = 0;  // refusals that name limits
};

}  // namespace pipo
