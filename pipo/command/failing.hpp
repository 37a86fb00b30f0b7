// The reasons why a position has no answer, for the user.
#pragma once

#include <optional>
#include <string>

#include "pipo/command/making_advice.hpp"
#include "pipo/command/problem_reporter.hpp"
#include "pipo/command/session.hpp"
#include "pipopipette/error.hpp"

namespace pipo {

struct Failing {
  int code = 0;  // one of ExitCode
  std::string message;
};

// Calls `ask`, which queries a table for this position. Returns the failure, or nothing on success.
template <typename Ask>
std::optional<Failing> failing(const Position& position, MakingAdvice& advice, Ask&& ask) {
  try {
    ask();
    return {};
  } catch (const BadInput&) {
    throw;
  } catch (const Error& error) {
    const bool missing = error.code() == ErrorCode::missing_table;
    return Failing{exit_status(error.code()),
                   error.what() + (missing ? "; " + advice.on(position) : "")};
  }
}

// For a command about one position: calls `ask`, which returns an exit code, and reports its
// failure and the problems of the tables. Returns the exit code.
template <typename Ask>
int reporting_failure(Session& session, const Tables& tables, const Position& position, Ask&& ask) {
  ProblemReporter problems;
  MakingAdvice advice(session.tables);
  int code = ExitCode::done;
  if (const auto failed = failing(position, advice, [&] { code = ask(); })) {
    problems.mark_reported(failed->message);
    complain(session, failed->message);
    code = failed->code;
  }
  problems.report(session, tables);
  return code;
}

}  // namespace pipo
