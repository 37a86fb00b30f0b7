#include <fmt/core.h>

#include <nlohmann/json.hpp>

#include "pipo/words/plan_report.hpp"
#include "pipo/words/units.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

nlohmann::ordered_json json_of(const LargestSweep& largest) {
  return {
      {"layer", largest.start.position.layer()}, {"position", to_string(largest.start.position)},
      {"certain", largest.start.certain},        {"values", largest.start.values},
      {"memory_bytes", largest.memory},          {"seconds", largest.seconds}};
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

// Writes a count that may exceed 64 bits as a JSON number: removes the quotes that the library puts
// around its digits.
std::string with_digits(std::string json, const std::string& name, const std::string& digits) {
  const std::string quoted_digits = fmt::format("\"{}\":\"{}\"", name, digits);
  json.replace(json.find(quoted_digits), quoted_digits.size(),
               fmt::format("\"{}\":{}", name, digits));
  return json;
}

}  // namespace

std::string plan_json(const TablePlan& plan, const std::optional<LargestSweep>& largest,
                      const std::optional<RankPlan>& ranks, std::uint64_t disk) {
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
  json["square_disk_bytes"] = nullptr;
  if (plan.square_disk > 0) json["square_disk_bytes"] = plan.square_disk;
  if (plan.keep) {
    json["kept"] = plan.keep->text();
    json["kept_disk_bytes"] = plan.kept_disk;
    json["largest_disk_bytes"] = plan.largest_disk;
    json["largest_sweep"] = nullptr;
    if (largest) json["largest_sweep"] = json_of(*largest);
  }
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

}  // namespace pipo
