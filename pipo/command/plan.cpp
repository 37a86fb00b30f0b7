// `pipo plan`: predicts what making a table would take, without making it.
#include <fmt/core.h>
#include <tbb/info.h>

#include <memory>
#include <optional>

#include "generator/cluster/rank_plan.hpp"
#include "generator/plan/disk_plan.hpp"
#include "generator/plan/table_plan.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/keep_choice.hpp"
#include "pipo/command/making_advice.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/io/progress.hpp"
#include "pipo/words/plan_report.hpp"
#include "pipo/words/units.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

constexpr const char* kPlanHelp =
    R"(Nothing is made. Counts are exact. Disk and time are estimates, based on measurements of
other boards and a short measurement of this machine; expect errors of up to a quarter, for
the disk of a start up to a half. --ranks plans for several machines (pipo-mpi), each with
the given memory and threads, by simulating their schedule. --keep says what the largest sweep
takes of the positions that the table leaves to be solved: of all starts with that number of
drawn edges, or, if they are too many to compare, of those that a local search finds. The exit
code is 5 if the table does not fit into memory or on the disk.

Examples:
  pipo plan 4x4
  pipo plan 3x6 --memory 8G
  pipo plan 4x4 --square
  pipo plan 5x5 --keep 0-18
  pipo plan 3x7 --ranks 16 --memory 64G --threads 16
  pipo plan 5x5 --start swedish --format json)";

struct PlanArguments {
  TableChoice table;
  std::string memory;
  std::string format;
  int threads = 0;
  std::string keep;
  int ranks = 0;  // 0: this machine alone
  bool square = false;
};

// Returns what would make the table fit.
std::string remedy(const TablePlan& plan, const Session& session, std::uint64_t allowed,
                   std::uint64_t disk) {
  if (plan.square) {
    TablePlan unthinned = plan;
    unthinned.square = false;
    if (unthinned.fits(disk)) return "it fits without --square";
  }
  if (const auto smaller = named_start_that_fits(plan.table, allowed, disk)) {
    return fmt::format("a smaller table fits: '{1}' makes {0}", folder_name(*smaller),
                       generate_command(*smaller, session.tables));
  }
  return "a start with more edges drawn makes a smaller table (--start POSITION)";
}

// Simulates the schedule of the ranks, which takes minutes for the largest boards.
std::optional<RankPlan> ranks_of(Session& session, const TablePlan& plan, int ranks, int threads) {
  Progress progress(session.err, plan.table.board.name(), terminal_width(session.err));
  const double began = steady_seconds();
  return plan_ranks(plan, ranks, threads, [&](std::uint64_t done, std::uint64_t tasks) {
    progress.update({.stage = "plan",
                     .done = done,
                     .total = tasks,
                     .unit = "tasks",
                     .seconds = steady_seconds() - began});
  });
}

LargestSweep largest_sweep(const LargestStart& start, const TablePlan& plan, int threads) {
  const SweepSize size = size_of_sweep(start.position, plan.available_memory);
  return {start, size.memory, size.seconds * plan.slowness / threads};
}

int plan(Session& session, const PlanArguments& options) {
  if (options.square && options.ranks > 1)
    throw BadInput(
        "--square needs all values in the memory of one machine; leave out --square or --ranks");
  const int threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
  const std::uint64_t allowed = options.memory.empty() ? 0 : parse_size(options.memory);
  const TableIdentity table = chosen_identity(options.table);
  const auto keep =
      options.keep.empty() ? std::nullopt : std::optional(chosen_layers(options.keep, table));
  const TablePlan plan = plan_table(table, allowed, threads, options.square,
                                    keep ? std::optional(keep->layers) : std::nullopt);
  const auto largest = keep && keep->largest
                           ? std::optional(largest_sweep(*keep->largest, plan, threads))
                           : std::nullopt;
  const std::uint64_t disk = free_disk(session.tables.front());
  const auto ranks =
      options.ranks > 0 ? ranks_of(session, plan, options.ranks, threads) : std::nullopt;
  if (options.format == "json") {
    write(session, plan_json(plan, largest, ranks, disk));
  } else {
    const std::string change = plan.fits(disk) ? "" : remedy(plan, session, allowed, disk);
    write(session, plan_text(plan, largest, ranks, disk, change));
  }
  return plan.fits(disk) ? ExitCode::done : ExitCode::no_space;
}

}  // namespace

void add_plan(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<PlanArguments>();
  Command command(app, "plan", "Estimates the disk, memory and time to make a table", kPlanHelp);
  add_required_table(command, arguments->table);
  command.memory(arguments->memory);
  command.threads(arguments->threads);
  command.number("--ranks", arguments->ranks, 1, 1024,
                 "Number of machines, each with the given memory and threads");
  command.text("--keep", arguments->keep, "WHICH",
               "Also plan the table that keeps these layers only, such as even or 0-14");
  command.flag("--square", arguments->square, "Plan the table that generate --square makes");
  command.format(arguments->format, {"text", "json"});
  command.action(session, [&session, arguments] { return plan(session, *arguments); });
}

}  // namespace pipo
