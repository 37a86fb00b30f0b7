#include "pipo/command/limits.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "answers/text.hpp"
#include "generator/plan/machine.hpp"
#include "parallel/threads.hpp"
#include "pipo/command/context.hpp"
#include "pipopipette/error.hpp"
#include "player/rules.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "solve/edges_missing.hpp"
#include "solve/way.hpp"
#include "verify/rebuild.hpp"

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

TablesOptions tables_within(std::uint64_t memory) {
  constexpr std::uint64_t kCacheShare = 16;
  TablesOptions options;
  if (memory > 0) {
    options.cache_bytes = std::min(options.cache_bytes, std::size_t{memory / kCacheShare});
  }
  return options;
}

Tables available_tables(CommandContext& context, const Limits& limits) {
  const TablesOptions options = tables_within(limits.bytes());
  try {
    return Tables(context.tables, options);
  } catch (const UnreadableTable& error) {
    report_error(context, std::string("warning: ") + error.what());
  } catch (const MissingTable& error) {
    if (context.tables_named) report_error(context, std::string("warning: ") + error.what());
  }
  return Tables(std::vector<std::filesystem::path>(), options);
}

SolverOptions options_within(const Limits& limits) {
  return {.memory = limits.bytes(),
          .seconds = limits.time,
          .threads = limits.threads,
          .stopped = Interruption::requested};
}

SolvingProgress::SolvingProgress(CommandContext& context)
    : width_(terminal_width(context.err)), progress_(context.err, "solving", width_) {}

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
  const int threads = limits.threads > 0 ? limits.threads : loop_threads();
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

namespace {

constexpr double kWorthSaying = 2;  // seconds

}  // namespace

void tell_plan(CommandContext& context, const std::string& title, const SweepPlan& plan) {
  if (plan.seconds < kWorthSaying) return;
  const std::string disk =
      plan.disk > 0 ? fmt::format(", about {} of scratch files", human_bytes(plan.disk)) : "";
  report_error(context, fmt::format("{}: a sweep of {} takes {} of memory{} and about {}", title,
                                    counted(plan.values, "value"), human_bytes(plan.memory), disk,
                                    human_seconds(plan.seconds)));
}

ProgressReport report_of(const SweepProgress& state) {
  return {.stage = fmt::format("layer {}", state.layer),
          .done = state.done,
          .total = state.total,
          .seconds = state.seconds};
}

VerifyProgress stage_progress(Progress& progress, const char* unit) {
  return
      [&progress, unit, before = std::uint64_t{0}, began = steady_seconds(), all = steady_seconds(),
       last = 0.0](const std::string& stage, std::uint64_t done, std::uint64_t total) mutable {
        if (done < before) began = last;
        before = done;
        last = steady_seconds();
        progress.update({.stage = stage,
                         .done = done,
                         .total = total,
                         .unit = unit,
                         .memory_bytes = 0,
                         .seconds = last - began,
                         .total_seconds = last - all});
      };
}

void require_memory_to_rebuild(const Table& table) {
  const std::uint64_t needed = values_to_rebuild(table);
  const std::uint64_t available = memory_to_use(0);
  if (needed <= available) return;
  throw OutOfMemory(fmt::format(
      "{}: omits layers, whose values take {} of memory when all are computed again; {} are "
      "available; use the complete table",
      table.folder().string(), human_bytes_rounded_up(needed), human_bytes(available)));
}

}  // namespace pipo
