#include "pipo/command/limits.hpp"

#include <fmt/core.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cmath>

#include "generator/plan/machine.hpp"
#include "pipo/asking/available_tables.hpp"
#include "pipo/command/process.hpp"
#include "pipo/command/sweep_report.hpp"
#include "pipo/player/level.hpp"
#include "pipo/words/units.hpp"
#include "pipopipette/error.hpp"
#include "solve/edges_missing.hpp"
#include "solve/way.hpp"

namespace pipo {
namespace {

// The limits of --time in seconds.
constexpr double kShortestTime = 0.001;
constexpr double kLongestTime = 1'000'000;

// A shorter sweep shows no progress.
constexpr double kWorthShowing = 0.5;  // seconds

// The time that --time should allow, divided by the estimate of a sweep.
constexpr double kSpareTime = 2;

// The time advised for a search, whose length is not known before.
constexpr double kTimeOfSearch = 60;

// Rounds up to one digit, or to two digits that end in 5.
std::uint64_t rounded_up(double number) {
  const double unit = std::pow(10, std::max(0.0, std::floor(std::log10(number)) - 1));
  return static_cast<std::uint64_t>(std::ceil(number / unit / 5) * 5 * unit);
}

std::string size_option(std::uint64_t bytes) {
  constexpr std::uint64_t kMega = std::uint64_t{1} << 20;
  constexpr std::uint64_t kGiga = std::uint64_t{1} << 30;
  const auto in = [bytes](std::uint64_t unit) { return (bytes + unit - 1) / unit; };
  return bytes > 10 * kGiga ? fmt::format("{}G", in(kGiga)) : fmt::format("{}M", in(kMega));
}

}  // namespace

std::uint64_t Limits::bytes() const {
  return memory.empty() ? 0 : parse_size(memory);
}

void add_limits(Command& command, Limits& limits, const std::string& each) {
  command.seconds_with_default(
      "--time", limits.time, 0, kLongestTime,
      fmt::format("Longest time in seconds to solve {} without a table, 0 for tables only", each));
  command.memory(limits.memory);
  command.threads(limits.threads);
}

void add_playing(Command& command, PlayerOptions& how, bool& ponder) {
  command.number("--level", how.level, kWeakest, kStrongest,
                 fmt::format("Strength of pipo, {} to {} (the default)", kWeakest, kStrongest));
  command.number(
      "--seed", how.seed, 0, kGreatestSeed,
      fmt::format("Chooses among equal moves, so that games vary; 0: always the first {}",
                  how.seed == 0 ? "(the default)" : "(default: a new seed each time)"));
  command.flag(
      "--ponder", ponder,
      "Solve the position while the opponent thinks, for at most ten times the time of a move");
}

void add_limits_of_work(Command& command, Limits& limits) {
  const char* const help = "Longest time in seconds";
  command.memory(limits.memory);
  if (limits.time > 0) {
    command.seconds_with_default("--time", limits.time, kShortestTime, kLongestTime, help);
  } else {
    command.seconds("--time", limits.time, kShortestTime, kLongestTime, help);
  }
  command.threads(limits.threads);
}

Tables available_tables(Session& session, const Limits& limits) {
  const TablesOptions options = tables_within(limits.bytes());
  try {
    return Tables(session.tables, options);
  } catch (const UnreadableTable& error) {
    complain(session, std::string("warning: ") + error.what());
  } catch (const MissingTable& error) {
    if (session.tables_named) complain(session, std::string("warning: ") + error.what());
  }
  return Tables(std::vector<std::filesystem::path>(), options);
}

SolverOptions options_within(const Limits& limits) {
  return {.memory = limits.bytes(),
          .seconds = limits.time,
          .threads = limits.threads,
          .stopped = Interruption::requested};
}

SolvingProgress::SolvingProgress(Session& session)
    : width_(terminal_width(session.err)), progress_(session.err, "solving", width_) {}

void SolvingProgress::follow(SolverOptions& options) {
  if (width_ == 0) return;
  options.planned = [this](const SweepPlan&) { clear(); };
  options.progress = [this](const SweepProgress& state) {
    if (state.seconds >= kWorthShowing) progress_.update(report_of(state));
  };
}

Solver solver_within(const Limits& limits, Tables tables, SolvingProgress& progress) {
  SolverOptions options = options_within(limits);
  if (limits.time == 0) options.only = Way::table;
  progress.follow(options);
  return Solver(std::move(tables), std::move(options));
}

std::string sufficient_options(const SweepSize& size, const Limits& limits, double seconds,
                               double before) {
  if (size.memory > memory_to_use(0)) return {};
  const int threads = limits.threads > 0 ? limits.threads : tbb::this_task_arena::max_concurrency();
  const double needed = size.seconds / threads;
  std::string options;
  if (limits.time > 0 && needed > seconds) {
    const std::uint64_t time = rounded_up(kSpareTime * needed + before);
    if (static_cast<double>(time) > kLongestTime) return {};
    options += fmt::format(" --time {}", time);
  }
  if (!limits.memory.empty() && size.memory > limits.bytes()) {
    options += " --memory " + size_option(size.memory);
  }
  return options.empty() ? options : options.substr(1);
}

namespace {

// Returns the options that allow a sweep of the position in this time, if it needs a sweep.
std::string options_for_sweep(const Position& position, const Limits& limits) {
  SweepSize size = size_of_sweep(position, memory_to_use(limits.bytes()));
  size.memory = size.most_memory;
  return sufficient_options(size, limits, limits.time);
}

bool needs_sweep(const Position& position) {
  return position.board.is_small() && open_when_settled(position) > kFewOpen;
}

}  // namespace

std::string with_sufficient_options(const std::string& message, const std::string& facts,
                                    const Position& position, const Limits& limits) {
  if (!needs_sweep(position)) return message;
  const std::string options = options_for_sweep(position, limits);
  return options.empty() ? message : fmt::format("{}; {} would suffice", facts, options);
}

std::string options_to_solve(const Position& position, const Limits& limits) {
  Limits shortest = limits;
  shortest.time = kShortestTime;
  if (needs_sweep(position)) return options_for_sweep(position, shortest);
  return would_begin(position, Budget(limits.bytes(), kTimeOfSearch, {}))
             ? fmt::format("--time {}", kTimeOfSearch)
             : "";
}

}  // namespace pipo
