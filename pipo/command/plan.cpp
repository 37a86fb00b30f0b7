// `pipo plan`: predicts what making a table would take, without making it.
#include <fmt/core.h>

#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "answers/text.hpp"
#include "answers/values.hpp"
#include "generator/cluster/rank_plan.hpp"
#include "generator/plan/table_counts.hpp"
#include "generator/plan/table_plan.hpp"
#include "parallel/threads.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "solve/largest_start.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {

namespace {

// The largest sweep of the positions that a table with --keep leaves to the solver.
struct LargestSweep {
  LargestStart start;
  std::uint64_t memory = 0;  // bytes, an estimate
  double seconds = 0;        // on this machine, an estimate
};

std::string layer_table(const TableCounts& counts) {
  std::string text =
      fmt::format("{:>7}{:>22}{:>22}\n", "layer", "quiet positions", "stored values");
  for (const LayerCounts& layer : counts.layers) {
    text += fmt::format("{:>7}{:>22}{:>22}\n", layer.layer, grouped(layer.quiet),
                        grouped(layer.stored));
  }
  return text;
}

// Returns "A to B", the range over all ranks.
template <typename Of>
std::string spread(const RankPlan& plan, Of of) {
  const auto [least, most] = std::ranges::minmax(plan.ranks, {}, of);
  const std::string low = human_bytes(of(least));
  const std::string high = human_bytes(of(most));
  return low == high ? low : low + " to " + high;
}

std::string text_of(const RankPlan& plan, std::uint64_t values) {
  std::string text =
      fmt::format("  {}, {} tasks\n", counted(plan.ranks.size(), "rank"), grouped(plan.tasks));
  text += fmt::format("    time             about {}, {:.0f}% of it waiting\n",
                      human_seconds(plan.seconds), 100 * plan.waiting());
  text += fmt::format("    each encodes     {}\n",
                      spread(plan, [](const RankShare& share) { return share.bytes_written; }));
  const auto times = [&](std::uint64_t count) {
    return static_cast<double>(count) / static_cast<double>(values);
  };
  text += fmt::format("    each fetches     {} from the others, every value {:.2f} times in all\n",
                      spread(plan, [](const RankShare& share) { return share.values_fetched; }),
                      times(plan.sum(&RankShare::values_fetched)));
  text += fmt::format("    each reads       {} of files, every value {:.2f} times in all\n",
                      spread(plan, [](const RankShare& share) { return share.bytes_read; }),
                      times(plan.sum(&RankShare::values_read)));
  text += fmt::format("    each holds       {}\n",
                      spread(plan, [](const RankShare& share) { return share.memory; }));
  const auto a_second = [&](std::uint64_t bytes) {
    return human_bytes(static_cast<std::uint64_t>(static_cast<double>(bytes) / plan.seconds));
  };
  text += fmt::format(
      "    the files        {} a second are read, by all together, and {} written, by rank 0\n\n",
      a_second(plan.sum(&RankShare::bytes_read)), a_second(plan.sum(&RankShare::bytes_written)));
  return text;
}

// Returns whether the table can be made here, and how.
std::string verdict(const TablePlan& plan, bool by_ranks, const std::string& remedy,
                    std::uint64_t disk) {
  if (!plan.fits_memory()) {
    return fmt::format(
        "does not fit: it needs at least {} of memory, but only {} may be used; {}\n",
        human_bytes_rounded_up(plan.memory.least_bytes), human_bytes(plan.available_memory),
        remedy);
  }
  if (!plan.fits(disk)) {
    return fmt::format(
        "does not fit: the disk has only {} free; choose another disk with --tables; {}\n",
        human_bytes(disk), remedy);
  }
  if (by_ranks)
    return fmt::format("fits, with {} for each rank\n", human_bytes(plan.available_memory));
  if (plan.memory.all_in_memory) return "fits, all values in memory\n";
  return fmt::format(
      "fits within {} of memory, but finished layers are read back, each value about {:.1f} times; "
      "with {} of memory nothing is read back\n",
      human_bytes(plan.available_memory), plan.read_back,
      human_bytes_rounded_up(plan.memory.full_bytes));
}

std::string solved_of(const std::optional<LargestSweep>& largest) {
  if (!largest) return "nothing: all other layers are computed from the kept ones";
  const auto& [position, values, certain] = largest->start;
  return fmt::format(
      "positions with {} or more drawn edges; the largest sweep{} takes up to {}, "
      "about {} of memory and {}: {}",
      position.layer(), certain ? "" : " found", counted(values, "value"),
      human_bytes_rounded_up(largest->memory), human_seconds(largest->seconds),
      to_string(position));
}

std::string memory_of(const TablePlan& plan) {
  return fmt::format("{} for all of it, at least {}; the two largest layers {}",
                     human_bytes_rounded_up(plan.memory.full_bytes),
                     human_bytes_rounded_up(plan.memory.least_bytes),
                     human_bytes(plan.two_largest_layers));
}

// `disk` is the free space in bytes. `remedy` says what would make the table fit, and is used only
// if it does not.
std::string plan_text(const TablePlan& plan, const std::optional<LargestSweep>& largest,
                      const std::optional<RankPlan>& ranks, std::uint64_t disk,
                      const std::string& remedy) {
  const LayerCounts total = plan.counts.total();
  const Board& board = plan.table.board;
  std::string text = fmt::format("{}: {} edges, {} boxes\n\n{}\n", folder_name(plan.table),
                                 board.edges(), board.boxes(), layer_table(plan.counts));
  const int open = plan.counts.open_edges;
  text += fmt::format("  positions          {} (2^{})\n", grouped(power_of_two(open)), open);
  text += fmt::format("  quiet positions    {} (merged outer edges counted once)\n",
                      grouped(total.quiet));
  text += fmt::format("  stored values      {}\n", grouped(total.stored));
  text += fmt::format("  disk               about {}\n", human_bytes(plan.disk));
  if (plan.keep) {
    text += fmt::format(
        "  with --keep        about {} on disk, up to {} on the way; it keeps the layers {}\n",
        human_bytes(plan.kept_disk), human_bytes(plan.largest_disk), plan.keep->text());
    text += "  solved             " + solved_of(largest) + "\n";
  }
  text += fmt::format("  memory             {}\n", memory_of(plan));
  text +=
      fmt::format("  time               about {} on this machine\n\n", human_seconds(plan.seconds));
  if (ranks) text += text_of(*ranks, total.values);
  return text + "  " + verdict(plan, ranks.has_value(), remedy, disk);
}

Json json_of(const LargestSweep& largest) {
  return {
      {"layer", largest.start.position.layer()}, {"position", to_string(largest.start.position)},
      {"certain", largest.start.certain},        {"values", largest.start.values},
      {"memory_bytes", largest.memory},          {"seconds", largest.seconds}};
}

Json json_of(const RankPlan& plan) {
  Json each = Json::array();
  for (const RankShare& share : plan.ranks) {
    each.push_back({{"working_seconds", share.working},
                    {"values_made", share.values_made},
                    {"values_fetched", share.values_fetched},
                    {"values_read", share.values_read},
                    {"bytes_written", share.bytes_written},
                    {"bytes_read", share.bytes_read},
                    {"memory_bytes", share.memory}});
  }
  return {{"seconds", plan.seconds},
          {"waiting", plan.waiting()},
          {"tasks", plan.tasks},
          {"each", std::move(each)}};
}

// Returns one line.
std::string plan_json(const TablePlan& plan, const std::optional<LargestSweep>& largest,
                      const std::optional<RankPlan>& ranks, std::uint64_t disk) {
  const LayerCounts total = plan.counts.total();
  // This count may exceed 64 bits. The library writes such a number only as a text.
  const std::string positions = power_of_two(plan.counts.open_edges);
  Json json{{"board", plan.table.board.name()}, {"start", start_name(plan.table)},
            {"positions", positions},           {"quiet", total.quiet},
            {"stored", total.stored},           {"disk_bytes", plan.disk}};
  if (plan.keep) {
    json["kept"] = plan.keep->text();
    json["kept_disk_bytes"] = plan.kept_disk;
    json["largest_disk_bytes"] = plan.largest_disk;
    json["largest_sweep"] = largest ? json_of(*largest) : Json();
  }
  json["memory_bytes"] = plan.memory.full_bytes;
  json["least_memory_bytes"] = plan.memory.least_bytes;
  json["two_largest_layers_bytes"] = plan.two_largest_layers;
  json["seconds"] = plan.seconds;
  json["read_back"] = plan.read_back;
  json["fits"] = plan.fits(disk);
  if (ranks) json["ranks"] = json_of(*ranks);
  json["layers"] = Json::array();
  for (const LayerCounts& layer : plan.counts.layers) {
    json["layers"].push_back(
        {{"layer", layer.layer}, {"quiet", layer.quiet}, {"stored", layer.stored}});
  }
  return boost::replace_first_copy(line_of(json), '"' + positions + '"', positions);
}

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
};

// Returns what would make the table fit.
std::string remedy(const TablePlan& plan, const CommandContext& context, std::uint64_t allowed,
                   std::uint64_t disk) {
  if (const auto smaller = named_start_that_fits(plan.table, allowed, disk)) {
    return fmt::format("a smaller table fits: '{1}' makes {0}", folder_name(*smaller),
                       generate_command(*smaller, context.tables));
  }
  return "a start with more edges drawn makes a smaller table (--start POSITION)";
}

// Simulates the schedule of the ranks, which takes minutes for the largest boards.
std::optional<RankPlan> ranks_of(CommandContext& context, const TablePlan& plan, int ranks,
                                 int threads) {
  Progress progress(context.err, plan.table.board.name(), terminal_width(context.err));
  const VerifyProgress shown = stage_progress(progress, "tasks");
  return plan_ranks(plan, ranks, threads,
                    [&](std::uint64_t done, std::uint64_t tasks) { shown("plan", done, tasks); });
}

LargestSweep largest_sweep(const LargestStart& start, const TablePlan& plan, int threads) {
  const SweepSize size = size_of_sweep(start.position, plan.available_memory);
  return {start, size.memory, size.seconds * plan.slowness / threads};
}

int plan(CommandContext& context, const PlanArguments& options) {
  const int threads = options.threads > 0 ? options.threads : loop_threads();
  const std::uint64_t allowed = options.memory.empty() ? 0 : parse_size(options.memory);
  const TableIdentity table = chosen_identity(options.table);
  const auto keep =
      options.keep.empty() ? std::nullopt : std::optional(chosen_layers(options.keep, table));
  const TablePlan plan =
      plan_table(table, allowed, threads, keep ? std::optional(keep->layers) : std::nullopt);
  const auto largest = keep && keep->largest
                           ? std::optional(largest_sweep(*keep->largest, plan, threads))
                           : std::nullopt;
  const std::uint64_t disk = free_disk(context.tables.front());
  const auto ranks =
      options.ranks > 0 ? ranks_of(context, plan, options.ranks, threads) : std::nullopt;
  if (options.format == "json") {
    write(context.out, plan_json(plan, largest, ranks, disk));
  } else {
    const std::string change = plan.fits(disk) ? "" : remedy(plan, context, allowed, disk);
    write(context.out, plan_text(plan, largest, ranks, disk, change));
  }
  return plan.fits(disk) ? ExitCode::done : ExitCode::no_space;
}

}  // namespace

void add_plan(CLI::App& app, CommandContext& context) {
  Command command(app, "plan", "Estimates the disk, memory and time to make a table", kPlanHelp);
  PlanArguments& arguments = command.action<PlanArguments>(context, plan);
  add_required_table(command, arguments.table);
  command.memory(arguments.memory);
  command.threads(arguments.threads);
  command.number("--ranks", arguments.ranks, 1, 1024,
                 "Number of machines, each with the given memory and threads");
  command.text("--keep", arguments.keep, "WHICH",
               "Also plan the table that keeps these layers only, such as even or 0-14");
  command.format(arguments.format, {"text", "json"});
}

}  // namespace pipo
