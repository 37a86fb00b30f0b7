// The reasons why a position has no answer, for the user.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "pipo/command/limits.hpp"
#include "pipo/command/making_advice.hpp"
#include "pipo/command/problem_reporter.hpp"
#include "pipo/command/session.hpp"
#include "pipopipette/error.hpp"
#include "solve/remedied.hpp"

namespace pipo {

struct Failing {
  int code = 0;  // one of ExitCode
  std::string message;
  bool no_table = false;       // no table covers the position
  bool beyond_limits = false;  // more time or memory would suffice
  std::string facts = {};      // the message without its remedy
};

// Calls `ask`, which asks for the value of this position. Returns the failure, or nothing on
// success. Throws BadInput and Stopped.
template <typename Ask>
std::optional<Failing> failing(const Position& position, MakingAdvice& advice, Ask&& ask) {
  try {
    ask();
    return {};
  } catch (const BadInput&) {
    throw;
  } catch (const Stopped&) {
    throw;
  } catch (const Error& error) {
    const bool missing = error.code() == ErrorCode::missing_table;
    const auto* const table = dynamic_cast<const MissingTable*>(&error);
    const bool to_make = missing && table != nullptr && !table->omitted_layer();
    return Failing{
        exit_status(error.code()), error.what() + (to_make ? "; " + advice.on(position) : ""),
        missing, error.code() == ErrorCode::out_of_memory || error.code() == ErrorCode::out_of_time,
        facts_of(error)};
  }
}

// The same for a question to a solver within limits. The message also names limits that would
// suffice.
template <typename Ask>
std::optional<Failing> failing(const Position& position, const Limits& limits, MakingAdvice& advice,
                               Ask&& ask) {
  auto failed = failing(position, advice, std::forward<Ask>(ask));
  if (failed && failed->beyond_limits) {
    failed->message = with_sufficient_options(failed->message, failed->facts, position, limits);
  }
  if (failed && failed->no_table && limits.time == 0) {
    const std::string options = options_to_solve(position, limits);
    if (!options.empty()) {
      failed->message += "; or give " + options + ", so that the position is solved";
    }
  }
  return failed;
}

// For a command about one position: calls `ask`, which returns an exit code, and reports its
// failure and the problems of the tables. Returns the exit code. With `limits` it names those that
// would suffice; the progress is removed before a failure is reported.
template <typename Ask>
int reporting_failure(Session& session, const Tables& tables, const Position& position, Ask&& ask,
                      const Limits* limits = nullptr, SolvingProgress* progress = nullptr) {
  ProblemReporter problems;
  MakingAdvice advice(session.tables);
  int code = ExitCode::done;
  const auto keep_code = [&] { code = ask(); };
  const auto failed = limits != nullptr ? failing(position, *limits, advice, keep_code)
                                        : failing(position, advice, keep_code);
  if (failed) {
    if (progress != nullptr) progress->clear();
    problems.mark_reported(failed->message);
    complain(session, failed->message);
    code = failed->code;
  }
  problems.report(session, tables);
  return code;
}

}  // namespace pipo
