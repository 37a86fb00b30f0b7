// The limits of the work of a command, --time, --memory and --threads; the solver that keeps to
// them, and the progress of long work.
#pragma once

#include <cstdint>
#include <string>

#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/solver.hpp"
#include "player/player.hpp"
#include "probe/table/table.hpp"
#include "solve/start_sweep.hpp"
#include "verify/checks.hpp"

namespace pipo {

// The limits of --time in seconds.
constexpr double kShortestTime = 0.001;
constexpr double kLongestTime = 1'000'000;

struct Limits {
  double time = 0;  // seconds; 0: see the functions below
  std::string memory = {};
  int threads = 0;

  // Returns --memory in bytes, 0 without it. Throws BadInput.
  std::uint64_t bytes() const;
};

// Declares the three options of a command that solves positions, in addition to looking them up in
// tables. `limits` has the default of --time; `each` is what it limits, "a move". --time 0 allows
// tables only.
void add_limits(Command& command, Limits& limits, const std::string& each);

// Declares --level, --seed and --ponder of a command that plays. `how` has the defaults.
void add_playing(Command& command, PlayerOptions& how, bool& ponder);

// Declares --memory, --time and --threads of a command for which --time limits all of its work. A
// default of 0 means no limit.
void add_limits_of_work(Command& command, Limits& limits);

// Declares --last-move of a command that asks for values, or of one that makes or reads a table.
void add_last_move(Command& command, std::uint64_t& cost);

// Returns options for work within these limits; the cache is a small part of the memory.
TablesOptions tables_options(const CommandContext& context, const Limits& limits = {});

// Opens the tables in the context's folders, and the atlas. That ./tables is missing is no error if
// there is an atlas. Throws what Tables throws.
Tables open_tables(const CommandContext& context, const TablesOptions& options);
inline Tables open_tables(const CommandContext& context, const Limits& limits = {}) {
  return open_tables(context, tables_options(context, limits));
}

// The same, but if there is no such folder, it returns the atlas alone, and says so if the user
// named the folders.
Tables available_tables(CommandContext& context, const Limits& limits);

// Returns the options of questions within these limits, which Ctrl-C ends. Throws BadInput.
SolverOptions options_within(const Limits& limits);

// Shows the progress of solving on a terminal.
class SolvingProgress {
 public:
  explicit SolvingProgress(CommandContext& context);

  // Lets questions with these options report to this object, which must outlive them.
  void follow(SolverOptions& options);

  // Removes the progress, so that something else can be written.
  void clear() { progress_.clear(); }

 private:
  int width_;
  Progress progress_;
};

// Returns the solver of a command with add_limits. The progress must outlive the solver.
Solver solver_within(const Limits& limits, Tables tables, SolvingProgress& progress);

// Prints "5x5: a sweep of 1,234,567 values takes 1.2 GiB of memory and about 12 s", unless the
// sweep is very short.
void tell_plan(CommandContext& context, const std::string& title, const SweepPlan& plan);

ProgressReport report_of(const SweepProgress& state);

// Returns a function for checks to call. It measures the time from the first call, and anew if the
// count begins from zero again. `progress` must outlive it.
VerifyProgress stage_progress(Progress& progress, const char* unit);

// Throws OutOfMemory, which says how much is needed, if the values of the omitted layers do not fit
// into the memory that is available.
void require_memory_to_rebuild(const Table& table);

}  // namespace pipo
