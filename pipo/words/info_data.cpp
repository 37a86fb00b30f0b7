// `pipo info --format json` and `--format csv`.
#include <fmt/core.h>

#include <algorithm>

#include "pipo/words/table_json.hpp"
#include "pipo/words/table_report.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {
namespace {

Json complete(const TableState& state) {
  const Manifest& manifest = *state.manifest;
  Json json{{"board", manifest.table.board.name()},
            {"start", start_name(manifest.table)},
            {"state", "complete"}};
  add_measures(json, manifest);
  json["folder"] = state.folder.string();
  json["content_hash"] = fmt::format("{:016x}", manifest.content_hash);
  json["date"] = manifest.date;
  json["seconds"] = manifest.seconds;
  json["threads"] = manifest.threads;
  json["layers"] = Json::array();
  for (const ManifestLayer& layer : manifest.layers) json["layers"].push_back(layer_json(layer));
  return json;
}

Json object(const TableReport& table) {
  const TableState& state = table.state;
  if (state.complete()) return complete(state);
  Json json = Json::object();
  if (state.table) {
    json["board"] = state.table->board.name();
    json["start"] = start_name(*state.table);
    if (state.table->game == TableGame::nimstring) json["game"] = game_name(state.table->game);
  }
  json["state"] = state.broken() ? "broken" : "unfinished";
  json["folder"] = state.folder.string();
  if (state.broken()) {
    json["problem"] = state.problem;
    return json;
  }
  json["finished_layers"] = state.finished_layers;
  json["all_layers"] = state.layers;
  if (!table.writer.empty()) json["writer"] = table.writer;
  return json;
}

std::string text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Returns a column for each margin.
std::string margin_names(int widest) {
  std::string csv;
  for (int margin = -widest; margin <= widest; ++margin) csv += "," + signed_number(margin);
  return csv;
}

// Nim-values are not margins, so their tables have no line.
bool has_lines(const TableReport& table) {
  return table.state.complete() && table.state.manifest->table.game == TableGame::dots_and_boxes;
}

// Returns the line of a layer; `what` has the columns before the margins.
std::string csv_line(const Manifest& manifest, int layer, const std::string& what,
                     const Histogram& values, int widest) {
  std::string csv = fmt::format("{},{},{},{}", manifest.table.board.name(),
                                start_name(manifest.table), layer, what);
  for (int margin = -widest; margin <= widest; ++margin) csv += fmt::format(",{}", values[margin]);
  return csv + "\n";
}

void append_csv(std::string& csv, const Manifest& manifest, int widest) {
  for (const ManifestLayer& layer : manifest.layers) {
    csv += csv_line(manifest, layer.layer, fmt::format("{},{}", layer.stored, layer.bytes),
                    layer.values, widest);
  }
}

}  // namespace

std::string info_json(const TableReport& table) {
  return text(object(table));
}

std::string info_json(const std::vector<TableReport>& tables) {
  Json list = Json::array();
  for (const TableReport& table : tables) list.push_back(object(table));
  return text(list);
}

std::string info_csv(const std::vector<TableReport>& tables) {
  int widest = 0;
  bool any = false;
  for (const TableReport& table : tables) {
    if (!has_lines(table)) continue;
    widest = std::max(widest, table.state.manifest->table.board.boxes());
    any = true;
  }
  std::string csv = "board,start,layer,stored,bytes";
  if (any) csv += margin_names(widest);
  csv += "\n";
  for (const TableReport& table : tables) {
    if (has_lines(table)) append_csv(csv, *table.state.manifest, widest);
  }
  return csv;
}

std::string count_csv(const Manifest& manifest, const std::vector<Histogram>& counts) {
  const int widest = manifest.table.board.boxes();
  std::string csv = "board,start,layer,positions,content_hash" + margin_names(widest) + "\n";
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const ManifestLayer& layer = manifest.layers[i];
    csv += csv_line(manifest, layer.layer,
                    fmt::format("{},{:016x}", counts[i].total(), layer.content_hash), counts[i],
                    widest);
  }
  return csv;
}

}  // namespace pipo
