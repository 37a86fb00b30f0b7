#include "pipo/command/limits.hpp"

#include <fmt/core.h>

#include <algorithm>
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
#include "solve/method.hpp"
#include "verify/section_rule.hpp"

namespace pipo {
namespace {

// A shorter sweep shows no progress.
constexpr double kWorthShowing = 0.5;  // seconds

}  // namespace

std::uint64_t Limits::bytes() const {
  return memory.empty() ? 0 : parse_size(memory);
}

void add_limits(Command& command, Limits& limits, const std::string& each) {
  command.seconds(
      "--time", limits.time, 0, kLongestTime,
      fmt::format("Longest time in seconds to solve {} without a table, 0 for tables only", each),
      Default::shown);
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
  command.memory(limits.memory);
  command.seconds("--time", limits.time, kShortestTime, kLongestTime, "Longest time in seconds",
                  limits.time > 0 ? Default::shown : Default::hidden);
  command.threads(limits.threads);
}

void add_last_move(Command& command, std::uint64_t& cost) {
  command.number("--last-move", cost, 0, kMostLastMoveCost,
                 "Points that the last move costs the player who makes it (default: 0)");
}

TablesOptions tables_options(const CommandContext& context, const Limits& limits) {
  constexpr std::uint64_t kCacheShare = 16;
  TablesOptions options;
  options.no_atlas = context.no_atlas;
  options.last_move_cost = context.last_move_cost;
  if (const std::uint64_t memory = limits.bytes(); memory > 0) {
    options.cache_bytes = std::min(options.cache_bytes, std::size_t{memory / kCacheShare});
  }
  return options;
}

namespace {

Tables atlas_alone(const TablesOptions& options) {
  return Tables(std::vector<std::filesystem::path>(), options);
}

}  // namespace

Tables open_tables(const CommandContext& context, const TablesOptions& options) {
  try {
    return Tables(context.tables, options);
  } catch (const UnreadableTable&) {
    throw;
  } catch (const MissingTable&) {
    if (context.tables_named) throw;
    Tables atlas = atlas_alone(options);
    if (atlas.found().empty()) throw;
    return atlas;
  }
}

Tables available_tables(CommandContext& context, const Limits& limits) {
  try {
    return open_tables(context, limits);
  } catch (const UnreadableTable& error) {
    report_error(context.err, std::string("warning: ") + error.what());
  } catch (const MissingTable& error) {
    if (context.tables_named) report_error(context.err, std::string("warning: ") + error.what());
  }
  return atlas_alone(tables_options(context, limits));
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
  if (limits.time == 0) options.only = Method::table;
  progress.follow(options);
  return Solver(std::move(tables), std::move(options));
}

namespace {

constexpr double kWorthSaying = 2;  // seconds

}  // namespace

void tell_plan(CommandContext& context, const std::string& title, const SweepPlan& plan) {
  if (plan.seconds < kWorthSaying) return;
  const std::string disk =
      plan.disk > 0 ? fmt::format(", about {} of scratch files", human_bytes(plan.disk)) : "";
  report_error(context.err,
               fmt::format("{}: a sweep of {} takes {} of memory{} and about {}", title,
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
