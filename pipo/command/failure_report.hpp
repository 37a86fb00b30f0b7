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
#include "solve/limits.hpp"

namespace pipo {

// Reports problems of tables on the error stream, each once.
class ProblemReporter {
 public:
  // Records a message that the user gets as an error anyway.
  void mark_reported(const std::string& message);

  // Reports the problems since the last call.
  void report(CommandContext& context, const std::vector<TableProblem>& problems);

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
                        TableGame game = TableGame::dots_and_boxes, LastMoveCost last_move_cost = 0)
      : MakingAdvice(folders, folders, game, last_move_cost) {}
  MakingAdvice(std::vector<std::filesystem::path> folders, std::vector<std::filesystem::path> named,
               TableGame game = TableGame::dots_and_boxes, LastMoveCost last_move_cost = 0)
      : folders_(std::move(folders)),
        named_(std::move(named)),
        game_(game),
        last_move_cost_(last_move_cost) {}

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
  LastMoveCost last_move_cost_;
  std::mutex mutex_;
  std::map<std::string, std::string> by_board_;  // empty: the board's table does not fit
  int starts_tried_ = 0;
  int sweeps_tried_ = 0;
};

// Returns the options that allow a sweep of this size, "--time 60 --memory 3G", as far as the
// limits do not. `seconds` is the time that is left for the sweep, `before` the time of the work
// before it. Returns nothing if the memory of this machine does not suffice.
std::string sufficient_options(const SweepSize& size, const Limits& limits, double seconds,
                               double before = 0);

// Returns the facts of an error with the options that allow a sweep of the position, or the message
// of the error if there are none.
std::string with_sufficient_options(const std::string& message, const std::string& facts,
                                    const Position& position, const Limits& limits);

// Why a position has no answer, for the user.
struct AnswerError {
  int code = 0;  // one of ExitCode
  std::string message;
  bool no_table = false;  // no table covers the position
};

// Describes the Error that is being handled, of a question about this position. The message says
// how to make a missing table; with `limits`, those of a solver, also which limits would suffice.
// Throws BadInput and Stopped again.
AnswerError current_answer_error(const Position& position, MakingAdvice& advice,
                                 const Limits* limits = nullptr);

// For a command about one position: calls `ask`, which returns an exit code, and reports its error
// and the problems of the tables. Returns the exit code. `limits` are as above; the progress is
// removed before an error is reported.
template <typename Ask>
int reporting_errors(CommandContext& context, const Tables& tables, const Position& position,
                     Ask&& ask, const Limits* limits = nullptr,
                     SolvingProgress* progress = nullptr) {
  ProblemReporter problems;
  int code = ExitCode::done;
  try {
    code = ask();
  } catch (const Error&) {
    MakingAdvice advice(context.tables);
    const AnswerError error = current_answer_error(position, advice, limits);
    if (progress != nullptr) progress->clear();
    problems.mark_reported(error.message);
    report_error(context.err, error.message);
    code = error.code;
  }
  problems.report(context, tables.problems());
  return code;
}

}  // namespace pipo
