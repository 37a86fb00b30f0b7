// `pipo plan`: predicts what making a table would take, without making it.
#include <fmt/core.h>
#include <tbb/info.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "generator/cluster/rank_plan.hpp"
#include "generator/plan/disk_plan.hpp"
#include "generator/plan/smaller_start.hpp"
#include "generator/plan/table_plan.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/making_advice.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/io/progress.hpp"
#include "pipo/words/units.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/counted.hpp"
#include "probe/base/sizes.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {
namespace {

constexpr const char* kPlanHelp =
    R"(Counts are exact. Disk and time are estimates, from what other boards were measured to take
and from a short measurement of this machine; expect them to be right within a quarter, the
disk of a start within a half. With --ranks it is for several machines (pipo-mpi), each with
the memory and the threads that are given, from going through their work in detail.
The exit code is 5 where the table does not fit into memory or onto the disk.

Examples:
  pipo plan 4x4
  pipo plan 3x6 --memory 8G
  pipo plan 4x4 --square
  pipo plan 3x7 --ranks 16 --memory 64G --threads 16
  pipo plan 5x5 --start swedish --format json)";

struct PlanArguments {
  TableChoice table;
  std::string memory;
  std::string format;
  int threads = 0;
  int ranks = 0;  // 0: this machine alone
  bool square = false;
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

// Returns what would make the table fit.
std::string remedy(const TablePlan& plan, const Session& session, std::uint64_t allowed,
                   std::uint64_t disk) {
  if (plan.square) {
    TablePlan unthinned = plan;
    unthinned.square = false;
    if (unthinned.fits(disk)) return "without --square it fits";
  }
  if (const auto smaller = named_start_that_fits(plan.table, allowed, disk)) {
    return fmt::format("a smaller table fits, {}: '{}'", folder_name(*smaller),
                       generate_command(*smaller, session.tables));
  }
  return "a start with more edges drawn makes a smaller table (--start POSITION)";
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
  text += fmt::format("    each writes      {}\n",
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
      "    the files        {} a second are read and {} written, by all together\n\n",
      a_second(plan.sum(&RankShare::bytes_read)), a_second(plan.sum(&RankShare::bytes_written)));
  return text;
}

nlohmann::ordered_json json_of(const RankPlan& plan) {
  nlohmann::ordered_json json;
  json["seconds"] = plan.seconds;
  json["waiting"] = plan.waiting();
  json["tasks"] = plan.tasks;
  json["each"] = nlohmann::json::array();
  for (const RankShare& share : plan.ranks) {
    json["each"].push_back({{"working_seconds", share.working},
                            {"values_made", share.values_made},
                            {"values_fetched", share.values_fetched},
                            {"values_read", share.values_read},
                            {"bytes_written", share.bytes_written},
                            {"bytes_read", share.bytes_read},
                            {"memory_bytes", share.memory}});
  }
  return json;
}

// Returns whether the table can be made here, and how.
std::string verdict(const TablePlan& plan, bool by_ranks, const std::string& remedy,
                    std::uint64_t disk) {
  if (!plan.fits_memory()) {
    return fmt::format("does not fit: it needs at least {} of memory, and {} may be used; {}\n",
                       human_bytes_rounded_up(plan.least_memory()),
                       human_bytes(plan.available_memory), remedy);
  }
  if (!plan.fits(disk)) {
    return fmt::format("does not fit: the disk has {} free; choose another with --tables; {}\n",
                       human_bytes(disk), remedy);
  }
  if (by_ranks)
    return fmt::format("fits, with {} for each rank\n", human_bytes(plan.available_memory));
  if (plan.memory.all_in_memory) return "fits: all of it in memory\n";
  return fmt::format(
      "fits within {} of memory: finished layers are read back from their files, every value about "
      "{:.1f} times; with {} of memory none would have to be\n",
      human_bytes(plan.available_memory), plan.read_back,
      human_bytes_rounded_up(plan.memory.full_bytes));
}

std::string disk_of(const TablePlan& plan) {
  if (plan.square) return fmt::format("about {} with --square", human_bytes(plan.square_disk));
  std::string text = fmt::format("about {}", human_bytes(plan.disk));
  if (plan.square_disk > 0) {
    text += fmt::format(", with --square about {}", human_bytes(plan.square_disk));
  }
  return text;
}

std::string memory_of(const TablePlan& plan) {
  return fmt::format("{} for all of it, {}; the two largest layers {}",
                     human_bytes_rounded_up(plan.memory.full_bytes),
                     plan.square ? "which --square needs"
                                 : "at least " + human_bytes_rounded_up(plan.memory.least_bytes),
                     human_bytes(plan.two_largest_layers));
}

std::string text_of(const TablePlan& plan, const std::optional<RankPlan>& ranks,
                    const std::string& verdict) {
  const LayerCounts total = plan.counts.total();
  const Board& board = plan.table.board;
  std::string text = fmt::format("{}: {} edges, {} boxes\n\n{}\n", folder_name(plan.table),
                                 board.edges(), board.boxes(), layer_table(plan.counts));
  const int open = plan.counts.open_edges;
  text += fmt::format("  positions          {} (2^{})\n", grouped(power_of_two(open)), open);
  text += fmt::format("  quiet positions    {} (merged outer edges counted once)\n",
                      grouped(total.quiet));
  text += fmt::format("  stored values      {}\n", grouped(total.stored));
  text += fmt::format("  disk               {}\n", disk_of(plan));
  text += fmt::format("  memory             {}\n", memory_of(plan));
  text +=
      fmt::format("  time               about {} on this machine\n\n", human_seconds(plan.seconds));
  if (ranks) text += text_of(*ranks, total.values);
  return text + "  " + verdict;
}

// Writes a count that may exceed 64 bits as a JSON number: removes the quotes that the library puts
// around its digits.
std::string with_digits(std::string json, const std::string& name, const std::string& digits) {
  const std::string quoted_digits = fmt::format("\"{}\":\"{}\"", name, digits);
  json.replace(json.find(quoted_digits), quoted_digits.size(),
               fmt::format("\"{}\":{}", name, digits));
  return json;
}

std::string json_of(const TablePlan& plan, const std::optional<RankPlan>& ranks,
                    std::uint64_t disk) {
  const LayerCounts total = plan.counts.total();
  nlohmann::ordered_json json;
  json["board"] = plan.table.board.name();
  json["start"] = start_name(plan.table);
  const std::string positions = power_of_two(plan.counts.open_edges);
  json["positions"] = positions;
  json["quiet"] = total.quiet;
  json["stored"] = total.stored;
  json["square"] = plan.square;
  json["disk_bytes"] = plan.disk_needed();
  json["square_disk_bytes"] = plan.square_disk;
  json["memory_bytes"] = plan.memory.full_bytes;
  json["least_memory_bytes"] = plan.least_memory();
  json["two_largest_layers_bytes"] = plan.two_largest_layers;
  json["seconds"] = plan.seconds;
  json["read_back"] = plan.read_back;
  json["fits"] = plan.fits(disk);
  if (ranks) json["ranks"] = json_of(*ranks);
  json["layers"] = nlohmann::json::array();
  for (const LayerCounts& layer : plan.counts.layers) {
    json["layers"].push_back(
        {{"layer", layer.layer}, {"quiet", layer.quiet}, {"stored", layer.stored}});
  }
  return with_digits(json.dump(), "positions", positions) + "\n";
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

int plan(Session& session, const PlanArguments& options) {
  if (options.square && options.ranks > 1)
    throw BadInput("--square is for one rank only: it needs all values in one memory");
  const int threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
  const std::uint64_t allowed = options.memory.empty() ? 0 : parse_size(options.memory);
  const TablePlan plan =
      plan_table(chosen_identity(options.table), allowed, threads, options.square);
  const std::uint64_t disk = free_disk(session.tables.front());
  const auto ranks =
      options.ranks > 0 ? ranks_of(session, plan, options.ranks, threads) : std::nullopt;
  if (options.format == "json") {
    write(session, json_of(plan, ranks, disk));
  } else {
    const std::string change = plan.fits(disk) ? "" : remedy(plan, session, allowed, disk);
    write(session, text_of(plan, ranks, verdict(plan, ranks.has_value(), change, disk)));
  }
  return plan.fits(disk) ? ExitCode::done : ExitCode::no_space;
}

}  // namespace

void add_plan(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<PlanArguments>();
  Command command(app, "plan", "Says what making a table would take; makes nothing", kPlanHelp);
  add_required_table(command, arguments->table);
  command.memory(arguments->memory);
  command.threads(arguments->threads);
  command.number("--ranks", arguments->ranks, 1, 1024,
                 "So many machines, each with that memory and those threads");
  command.flag("--square", arguments->square,
               "As generate: leave out what the image in a diagonal repeats");
  command.format(arguments->format, {"text", "json"});
  command.action(session, [&session, arguments] { return plan(session, *arguments); });
}

}  // namespace pipo
