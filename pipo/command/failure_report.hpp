// Reports why a position has no answer, what would give one, and the problems of tables.
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pipo/command/context.hpp"
#include "pipo/command/limits.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/position.hpp"
#include "pipopipette/table_identity.hpp"
#include "pipopipette/tables.hpp"
#include "solve/remedied.hpp"

namespace pipo {

class ProblemReporter {
 public:
  // Records a message that the user gets as an error anyway.
  void mark_reported(const std::string& message);

  // Reports the problems since the last call.
  void report(CommandContext& context, const std::vector<TableProblem>& problems);
  void report(CommandContext& context, const Tables& tables) { report(context, tables.problems()); }

 private:
  std::set<std::string> reported_messages_;
  std::size_t reported_ = 0;
};

// Returns the command that makes the table in the first of these folders: "pipo generate 3x4".
// Without any folder it names none.
std::string generate_command(const TableIdentity& table,
                             const std::vector<std::filesystem::path>& folders);

// Returns "'pipo generate 3x4' makes it" or, if this machine cannot make the table, what it can
// make.
std::string how_to_make(const TableIdentity& table,
                        const std::vector<std::filesystem::path>& folders);

// The same for positions that no table answers.
class MakingAdvice {
 public:
  // `folders`: where tables are searched. `named`: those that commands may name; none if other
  // people read the advice.
  explicit MakingAdvice(std::vector<std::filesystem::path> folders,
                        TableGame game = TableGame::dots_and_boxes)
      : MakingAdvice(folders, folders, game) {}
  MakingAdvice(std::vector<std::filesystem::path> folders, std::vector<std::filesystem::path> named,
               TableGame game = TableGame::dots_and_boxes)
      : folders_(std::move(folders)), named_(std::move(named)), game_(game) {}

  // Returns "'pipo generate 3x4' makes it": for the board's table or, if this machine cannot make
  // that, for the one that starts with the position. Any thread. Finding out what fits takes time,
  // so after some positions the advice becomes general.
  std::string on(const Position& position);

  // Returns "; or 'pipo solve 3x4:0...' solves it", if this machine has the memory. After some
  // positions this is no longer checked, and the advice says "may solve it". Any thread.
  std::string solving(const Position& position);

 private:
  std::vector<std::filesystem::path> folders_;
  std::vector<std::filesystem::path> named_;
  TableGame game_;
  std::mutex mutex_;
  std::map<std::string, std::string> by_board_;  // empty: the board's table does not fit
  int starts_tried_ = 0;
  int sweeps_tried_ = 0;
};

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
int reporting_failure(CommandContext& context, const Tables& tables, const Position& position,
                      Ask&& ask, const Limits* limits = nullptr,
                      SolvingProgress* progress = nullptr) {
  ProblemReporter problems;
  MakingAdvice advice(context.tables);
  int code = ExitCode::done;
  const auto keep_code = [&] { code = ask(); };
  const auto failed = limits != nullptr ? failing(position, *limits, advice, keep_code)
                                        : failing(position, advice, keep_code);
  if (failed) {
    if (progress != nullptr) progress->clear();
    problems.mark_reported(failed->message);
    report_error(context, failed->message);
    code = failed->code;
  }
  problems.report(context, tables);
  return code;
}

}  // namespace pipo
