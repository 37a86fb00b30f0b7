#include "pipo/command/auditing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "pipo/asking/in_parts.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "solve/remedied.hpp"

namespace pipo {
namespace {

constexpr std::size_t kLinesATask = 64;

// The most refusals that name limits which suffice: finding them takes a few milliseconds each.
constexpr std::size_t kMostAdvised = 64;

}  // namespace

Auditing::Auditing(Session& session, const Limits& limits, BestRule rule,
                   std::unique_ptr<AuditReport> report)
    : session_(session),
      rule_(rule),
      limits_(limits),
      progress_(session),
      solver_(solver_within(limits_, available_tables(session, limits_), progress_)),
      report_(std::move(report)),
      advice_(session.tables) {}

void Auditing::audit(const std::vector<ClaimLine>& lines) {
  const std::vector<std::int8_t> values = simple_values(lines);
  Solved solved;
  const std::vector<std::size_t> uncovered = to_be_solved(lines, values);
  std::optional<Stopped> stopped;
  if (!uncovered.empty()) stopped = solve(lines, uncovered, solved);
  for (const AuditPart& part : audit_parts(lines, values, solved)) take(part);
  problems_.report(session_, solver_.tables());
  if (stopped) throw Stopped(*stopped);
}

int Auditing::finish() {
  if (report_->counts_first()) {
    write(session_, report_->head(counts_));
    spool_.write_to(session_.out);
  }
  write(session_, report_->foot(counts_));
  if (report_->reports_not_audited() && counts_.not_audited > 0) {
    complain(session_, fmt::format("{} could not be audited; the first: {}",
                                   counted(counts_.not_audited, "line"), first_refusal_));
  }
  return code_;
}

void Auditing::refuse(const std::string& message, int code) {
  AuditPart part;
  report_->append_not_audited(part.results, 0, "", message);
  part.counts.not_audited = 1;
  part.refused.push_back({0, {code, message}});
  take(part);
}

std::vector<Auditing::AuditPart> Auditing::audit_parts(const std::vector<ClaimLine>& lines,
                                                       const std::vector<std::int8_t>& values,
                                                       const Solved& solved) const {
  return in_parts<AuditPart>(lines.size(), kLinesATask, [&](std::size_t i, AuditPart& part) {
    const bool left_out =
        values[i] == kNotCovered && must_be_solved(lines[i]) && !solved.contains(lines[i].number);
    if (!left_out) audit_line(lines[i], values[i], solved, part);
  });
}

std::vector<std::size_t> Auditing::to_be_solved(const std::vector<ClaimLine>& lines,
                                                const std::vector<std::int8_t>& values) const {
  std::vector<std::size_t> uncovered;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (values[i] == kNotCovered && must_be_solved(lines[i])) uncovered.push_back(i);
  }
  return uncovered;
}

bool Auditing::must_be_solved(const ClaimLine& line) const {
  return limits_.time > 0 && line.claim && !solver_.tables().covers_moves(line.claim->position);
}

std::optional<Stopped> Auditing::solve(const std::vector<ClaimLine>& lines,
                                       const std::vector<std::size_t>& uncovered, Solved& solved) {
  std::vector<Position> positions;
  for (const std::size_t i : uncovered) positions.push_back(lines[i].claim->position);
  const Interruption interruption;
  std::optional<Stopped> stopped;
  try {
    solver_.know_all(positions, [&](std::size_t number, Known known) {
      Outcome& outcome = solved[lines[uncovered[number]].number];
      if (known.solution) {
        outcome.answer = std::move(known.solution->answer);
      } else {
        outcome.failed = Failing{exit_status(known.code), why(known, positions[number])};
      }
    });
  } catch (const Stopped& error) {
    stopped = error;
  }
  progress_.clear();
  return stopped;
}

std::vector<std::int8_t> Auditing::simple_values(const std::vector<ClaimLine>& lines) const {
  std::vector<Position> positions;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!lines[i].claim || !lines[i].claim->value_only()) continue;
    positions.push_back(lines[i].claim->position);
    places.push_back(i);
  }
  std::vector<std::int8_t> found(positions.size()), values(lines.size(), kNotCovered);
  try {
    solver_.tables().find_values(positions, found, limits_.threads);
  } catch (const Error&) {
    return values;
  }
  for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = found[i];
  return values;
}

// Returns why a position was not solved, and limits that would suffice.
std::string Auditing::why(const Known& known, const Position& position) {
  const bool limited =
      known.code == ErrorCode::out_of_memory || known.code == ErrorCode::out_of_time;
  if (!limited || ++advised_ > kMostAdvised) return known.why_not;
  return with_sufficient_options(known.why_not, facts_of(known), position, limits_);
}

void Auditing::audit_line(const ClaimLine& line, std::int8_t value, const Solved& solved,
                          AuditPart& part) const {
  const auto refuse = [&](Failing why) {
    report_->append_not_audited(part.results, line.number, line.text, why.message);
    ++part.counts.not_audited;
    part.refused.push_back({line.number, std::move(why)});
  };
  if (!line.claim) return refuse({ExitCode::bad_input, line.problem});
  const Claim& claim = *line.claim;
  Outcome outcome;
  const bool settled = value != kNotCovered && value == claim.value;
  if (const auto found = solved.find(line.number); found != solved.end()) {
    outcome = found->second;
  } else if (!settled) {
    outcome.failed = failing(claim.position, advice_,
                             [&] { solver_.tables().answer(claim.position, outcome.answer); });
  }
  if (outcome.failed) return refuse(*outcome.failed);
  const Answer& answer = outcome.answer;
  ++part.counts.values;
  part.counts.bests += claim.best.has_value();
  part.counts.moves += claim.moves.size();
  const Differences found = settled ? Differences{} : differences(claim, answer, rule_);
  if (found.any()) {
    ++part.counts.wrong;
    report_->append_wrong(part.results, line.number, claim, answer, found);
  } else {
    ++part.counts.right;
    report_->append_right(part.results, line.number, claim);
  }
}

void Auditing::take(const AuditPart& part) {
  if (report_->counts_first()) {
    spool_.add(part.results);
  } else if (!part.results.empty()) {
    write(session_, part.results);
  }
  counts_.add(part.counts);
  if (part.counts.wrong > 0) code_ = std::max(code_, static_cast<int>(ExitCode::mismatch));
  for (const Refused& refused : part.refused) {
    const int code = refused.why.code;
    const std::string& message = refused.why.message;
    const char* const between = code == ExitCode::bad_input ? ", " : ": ";
    const std::string where =
        refused.line > 0 ? fmt::format("line {}{}{}", refused.line, between, message) : message;
    if (first_refusal_.empty()) first_refusal_ = where;
    code_ = std::max(code_, code);
    if (code != ExitCode::bad_input) problems_.mark_reported(message);
    if (!report_->reports_not_audited()) complain(session_, where);
  }
}

}  // namespace pipo
