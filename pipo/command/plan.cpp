// `pipo plan`: what making a table would take. Makes nothing.
#include <fmt/core.h>
#include <tbb/info.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "generator/plan/table_plan.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/words/units.hpp"
#include "probe/base/sizes.hpp"

namespace pipo {
namespace {

constexpr const char* kPlanHelp =
    R"(Counts are exact. Disk and time are estimates, from what other boards were measured to take
and from a short measurement of this machine; expect them to be right within a quarter.

Examples:
  pipo plan 4x4
  pipo plan 3x6 --memory 8G
  pipo plan 5x5 --start swedish --format json)";

struct PlanArguments {
  TableChoice table;
  std::string memory;
  std::string format;
  int threads = 0;
};

std::uint64_t free_disk(const Session& session) {
  std::error_code error;
  std::filesystem::path folder = std::filesystem::absolute(session.tables.front(), error);
  while (!std::filesystem::exists(folder, error) && folder.has_relative_path())
    folder = folder.parent_path();
  const auto space = std::filesystem::space(folder, error);
  return error ? 0 : space.available;
}

std::string layer_table(const TableCounts& counts) {
  std::string text =
      fmt::format("{:>7}{:>22}{:>22}\n", "layer", "quiet positions", "stored values");
  for (const LayerCounts& layer : counts.layers) {
    text += fmt::format("{:>7}{:>22}{:>22}\n", layer.layer, grouped(layer.quiet),
                        grouped(layer.stored));
  }
  return text;
}

// Whether the table can be made here, and what would make it so.
std::string verdict(const TablePlan& plan, std::uint64_t disk) {
  if (!plan.fits_memory()) {
    return fmt::format(
        "does not fit: it needs at least {} of memory, and {} may be used; a start with more edges "
        "drawn makes a smaller table (--start)\n",
        human_bytes_rounded_up(plan.memory.least_bytes), human_bytes(plan.available_memory));
  }
  if (disk > 0 && plan.disk > disk) {
    return fmt::format(
        "does not fit: the disk has {} free; choose another with --tables, or a start with more "
        "edges drawn (--start)\n",
        human_bytes(disk));
  }
  if (plan.memory.all_in_memory) return "fits: all of it in memory\n";
  return fmt::format(
      "fits within {} of memory: finished layers are read back from their files, every value about "
      "{:.1f} times; with {} of memory none would have to be\n",
      human_bytes(plan.available_memory), plan.read_back,
      human_bytes_rounded_up(plan.memory.full_bytes));
}

std::string text_of(const TablePlan& plan, std::uint64_t disk) {
  const LayerCounts total = plan.counts.total();
  const Board& board = plan.table.board;
  std::string text = fmt::format("{}: {} edges, {} boxes\n\n{}\n", folder_name(plan.table),
                                 board.edges(), board.boxes(), layer_table(plan.counts));
  text += fmt::format("  positions          2^{}\n", plan.counts.open_edges);
  text += fmt::format("  quiet positions    {} (merged outer edges counted once)\n",
                      grouped(total.quiet));
  text += fmt::format("  stored values      {}\n", grouped(total.stored));
  text += fmt::format("  disk               about {}", human_bytes(plan.disk));
  if (plan.square_disk > 0) {
    text += fmt::format(", with --square about {}", human_bytes(plan.square_disk));
  }
  text += fmt::format(
      "\n  memory             {} for all of it, at least {}; the two largest layers {}\n",
      human_bytes_rounded_up(plan.memory.full_bytes),
      human_bytes_rounded_up(plan.memory.least_bytes), human_bytes(plan.two_largest_layers));
  text +=
      fmt::format("  time               about {} on this machine\n\n", human_seconds(plan.seconds));
  return text + "  " + verdict(plan, disk);
}

std::string json_of(const TablePlan& plan, std::uint64_t disk) {
  const LayerCounts total = plan.counts.total();
  nlohmann::ordered_json json;
  json["board"] = plan.table.board.name();
  json["start"] = start_name(plan.table);
  json["positions"] = std::exp2(plan.counts.open_edges);
  json["quiet"] = total.quiet;
  json["stored"] = total.stored;
  json["disk_bytes"] = plan.disk;
  json["square_disk_bytes"] = plan.square_disk;
  json["memory_bytes"] = plan.memory.full_bytes;
  json["least_memory_bytes"] = plan.memory.least_bytes;
  json["two_largest_layers_bytes"] = plan.two_largest_layers;
  json["seconds"] = plan.seconds;
  json["read_back"] = plan.read_back;
  json["fits"] = plan.fits_memory() && (disk == 0 || plan.disk <= disk);
  json["layers"] = nlohmann::json::array();
  for (const LayerCounts& layer : plan.counts.layers) {
    json["layers"].push_back(
        {{"layer", layer.layer}, {"quiet", layer.quiet}, {"stored", layer.stored}});
  }
  return json.dump() + "\n";
}

int plan(Session& session, const PlanArguments& options) {
  const int threads = options.threads > 0 ? options.threads : tbb::info::default_concurrency();
  const TablePlan plan =
      plan_table(chosen_identity(options.table),
                 options.memory.empty() ? 0 : parse_size(options.memory), threads);
  const std::uint64_t disk = free_disk(session);
  write(session, options.format == "json" ? json_of(plan, disk) : text_of(plan, disk));
  return ExitCode::done;
}

}  // namespace

void add_plan(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<PlanArguments>();
  Command command(app, "plan", "Says what making a table would take; makes nothing", kPlanHelp);
  add_required_table(command, arguments->table);
  command.memory(arguments->memory);
  command.threads(arguments->threads);
  command.format(arguments->format, {"text", "json"});
  command.action(session, [&session, arguments] { return plan(session, *arguments); });
}

}  // namespace pipo
