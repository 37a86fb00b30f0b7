// `pipo plan`: what making a table would take. Makes nothing.
#include <tbb/info.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "generator/plan/table_plan.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/options.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/words/units.hpp"

namespace pipo {
namespace {

constexpr const char* kFooter =
    R"(Counts are exact. Disk and time are estimates, from what other boards were measured to take
and from a short measurement of this machine; expect them to be right within a quarter.

Examples:
  pipo plan 4x4
  pipo plan 3x6 --memory 8G
  pipo plan 5x5 --start swedish --format json)";

struct CommandOptions {
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

std::string padded(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string layer_table(const TableCounts& counts) {
  std::string text =
      "\n  layer" + padded("quiet positions", 22) + padded("stored values", 22) + "\n";
  for (const LayerCounts& layer : counts.layers) {
    text += padded(std::to_string(layer.layer), 7) + padded(grouped(layer.quiet), 22) +
            padded(grouped(layer.stored), 22) + "\n";
  }
  return text + "\n";
}

std::string times(double number) {
  const auto tenths = static_cast<long>(std::lround(10 * number));
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " times";
}

// Whether the table can be made here, and what would make it so.
std::string verdict(const TablePlan& plan, std::uint64_t disk) {
  if (!plan.fits_memory()) {
    return "does not fit: it needs at least " + human_bytes(plan.memory.least_bytes) +
           " of memory, and " + human_bytes(plan.available_memory) +
           " may be used; a start with more edges drawn makes a smaller table (--start)\n";
  }
  if (disk > 0 && plan.disk > disk) {
    return "does not fit: the disk has " + human_bytes(disk) +
           " free; choose another with --tables, or a start with more edges drawn (--start)\n";
  }
  if (plan.memory.all_in_memory) return "fits: all of it in memory\n";
  return "fits within " + human_bytes(plan.available_memory) +
         " of memory: finished layers are read back from their files, every value about " +
         times(plan.read_back) + "; with " + human_bytes(plan.memory.full_bytes) +
         " of memory none would have to be\n";
}

std::string text_of(const TablePlan& plan, std::uint64_t disk) {
  const LayerCounts total = plan.counts.total();
  std::string text = folder_name(plan.table) + ": " + std::to_string(plan.table.board.edges()) +
                     " edges, " + std::to_string(plan.table.board.boxes()) + " boxes\n";
  text += layer_table(plan.counts);
  text += "  positions          2^" + std::to_string(plan.counts.open_edges) + "\n";
  text += "  quiet positions    " + grouped(total.quiet) + " (merged outer edges counted once)\n";
  text += "  stored values      " + grouped(total.stored) + "\n";
  text += "  disk               about " + human_bytes(plan.disk);
  if (plan.square_disk > 0) text += ", with --square about " + human_bytes(plan.square_disk);
  text += "\n";
  text += "  memory             " + human_bytes(plan.memory.full_bytes) +
          " for all of it, at least " + human_bytes(plan.memory.least_bytes) +
          "; the two largest layers " + human_bytes(plan.two_largest_layers) + "\n";
  text += "  time               about " + human_seconds(plan.seconds) + " on this machine\n\n";
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

int plan(Session& session, const CommandOptions& options) {
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
  CLI::App* command =
      app.add_subcommand("plan", "Says what making a table would take; makes nothing");
  const auto options = std::make_shared<CommandOptions>();
  command->footer(kFooter);
  add_table_options(*command, options->table, true);
  command
      ->add_option("--memory", options->memory,
                   "Memory to use at most, for example 6G (default: what the machine has)")
      ->type_name("SIZE");
  add_threads(*command, options->threads);
  add_format(*command, options->format, {"text", "json"});
  command->callback([&session, options] {
    session.action = [&session, options] { return plan(session, *options); };
  });
}

}  // namespace pipo
