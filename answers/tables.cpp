#include "answers/tables.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "answers/nimstring.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/quote.hpp"
#include "probe/file/histogram.hpp"
#include "probe/file/layer_json.hpp"
#include "probe/space/game_values.hpp"

namespace pipo {
namespace {

// Adds the value of the start, and the cost of the last move if there is one; of Nimstring the game
// and the nim-value, null if it is loony.
void add_start_value(Json& json, const Manifest& manifest) {
  if (manifest.table.game == TableGame::dots_and_boxes) {
    json["value"] = manifest.value;
    if (const int cost = manifest.table.last_move_cost; cost > 0) json["last_move_cost"] = cost;
    return;
  }
  json["game"] = game_name(manifest.table.game);
  json["nim_value"] = manifest.value == kLoony ? Json() : Json(manifest.value);
}

}  // namespace

void add_measures(Json& json, const Manifest& manifest) {
  const Board& board = manifest.table.board;
  json["edges"] = board.edges();
  json["boxes"] = board.boxes();
  add_start_value(json, manifest);
  json["positions"] = manifest.positions;
  json["stored"] = manifest.stored();
  json["bytes"] = manifest.bytes();
  json["bits_per_value"] = manifest.bits_per_value();
  if (const KeptLayers kept = manifest.kept(); !kept.keeps_all()) json["kept"] = kept.text();
}

Json table_json(const Manifest& manifest, bool layers) {
  const Board& board = manifest.table.board;
  Json json{{"table", folder_name(manifest.table)},
            {"board", board.name()},
            {"start", start_name(manifest.table)},
            {"position", to_string(Position{board, manifest.table.start})}};
  add_measures(json, manifest);
  json["content_hash"] = fmt::format("{:016x}", manifest.content_hash);
  if (!layers) return json;
  json["layers"] = Json::array();
  for (const ManifestLayer& layer : manifest.layers) {
    json["layers"].push_back(layer_json(layer));
    json["layers"].back().erase("file");  // only this machine needs the place of the file
  }
  return json;
}

namespace {

// Nine heights, from nothing to the largest.
using Shades = std::array<std::string_view, 9>;
constexpr Shades kAscii = {" ", ".", ":", "-", "=", "+", "*", "%", "#"};
constexpr Shades kBlocks = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// The values that have a column.
struct Columns {
  int least = 0;
  int most = 0;
};

// Returns columns up to the widest margin, or the largest nim-value, that occurs anywhere in the
// table. Margins have columns on both sides of 0.
Columns columns_of(const Manifest& manifest) {
  const bool margins = manifest.table.game == TableGame::dots_and_boxes;
  for (int value = kMaximumMargin; value > 0; --value) {
    for (const ManifestLayer& layer : manifest.layers) {
      if (layer.values[value] > 0 || layer.values[-value] > 0) return {margins ? -value : 0, value};
    }
  }
  return {};
}

// Returns one character per value, with heights relative to the most frequent value. Every value
// that occurs is visible.
std::string shape(const Histogram& values, const Columns& columns, const Shades& shades) {
  std::uint64_t most = 1;
  for (int value = columns.least; value <= columns.most; ++value) {
    most = std::max(most, values[value]);
  }
  std::string text;
  for (int value = columns.least; value <= columns.most; ++value) {
    const double part = static_cast<double>(values[value]) / static_cast<double>(most);
    text += shades[static_cast<std::size_t>(std::ceil(8 * part))];
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// Returns "-9      0      +9", each number at its column; of nim-values each one: "01234".
std::string axis(const Columns& columns) {
  if (columns.least == 0) {
    std::string text;
    for (int value = 0; value <= columns.most; ++value) text += std::to_string(value);
    return text;
  }
  const int widest = columns.most;
  std::string text(static_cast<std::size_t>(2 * widest + 1), ' ');
  text[static_cast<std::size_t>(widest)] = '0';
  const std::string low = std::to_string(-widest), high = signed_number(widest);
  if (low.size() >= static_cast<std::size_t>(widest)) return fmt::format("{} 0 {}", low, high);
  text.replace(0, low.size(), low);
  return text.replace(text.size() - high.size(), high.size(), high);
}

double bits(std::uint64_t bytes, std::uint64_t values) {
  return values == 0 ? 0 : 8 * static_cast<double>(bytes) / static_cast<double>(values);
}

std::string head(const TableState& state) {
  const Manifest& manifest = *state.manifest;
  const TableIdentity& identity = manifest.table;
  const int boxes = identity.board.boxes();
  std::string text = fmt::format("{}  {}\n", folder_name(identity), start_value_text(manifest));
  text += fmt::format("  {} {}, {} edges, start {}\n", boxes, boxes == 1 ? "box" : "boxes",
                      identity.board.edges(), start_name(identity));
  text += fmt::format("  {} positions, of which {} are stored, in {}: {:.2f} bits a value\n",
                      grouped(manifest.positions), grouped(manifest.stored()),
                      human_bytes(manifest.bytes()), manifest.bits_per_value());
  if (const KeptLayers kept = manifest.kept(); !kept.keeps_all()) {
    text += fmt::format("  keeps {} of {}: {}\n",
                        manifest.layers.size() - static_cast<std::size_t>(kept.omitted()),
                        counted(manifest.layers.size(), "layer"), kept.text());
  }
  text += fmt::format("  made {} in {} with {} {}\n", printable(manifest.date),
                      human_seconds(manifest.seconds), manifest.threads,
                      manifest.threads == 1 ? "thread" : "threads");
  return text + fmt::format("  {}\n", printable(state.folder.string()));
}

std::string name_of(const TableState& state) {
  return state.table ? folder_name(*state.table) : printable(state.folder.filename().string());
}

std::string not_complete(const TableReport& table) {
  const TableState& state = table.state;
  const std::string folder = printable(state.folder.string());
  if (state.broken()) {
    return fmt::format("{}  BROKEN, not used\n  {}\n  {}\n", name_of(state),
                       printable(state.problem), folder);
  }
  return fmt::format("{}  unfinished: {} of {} layers\n  {}\n  {}\n", name_of(state),
                     state.finished_layers, state.layers,
                     table.writer.empty()
                         ? "'pipo generate' continues it"
                         : fmt::format("being made by {}", printable(table.writer)),
                     folder);
}

std::string one_table(const TableReport& table, const Shades& shades) {
  if (!table.state.complete()) return not_complete(table);
  const Manifest& manifest = *table.state.manifest;
  const Columns columns = columns_of(manifest);
  std::string text = head(table.state) + "\n";
  text += fmt::format("  {:>5} {:>18} {:>10} {:>7}   {}\n", "layer", "stored", "size", "bits",
                      "values, by how often each occurs");
  text += fmt::format("  {:>5} {:>18} {:>10} {:>7}   {}\n", "", "", "", "", axis(columns));
  for (const ManifestLayer& layer : manifest.layers) {
    const bool omitted = layer.omitted();
    text += fmt::format("  {:>5} {:>18} {:>10} {:>7}   {}\n", layer.layer, grouped(layer.stored),
                        omitted ? "omitted" : human_bytes(layer.bytes),
                        omitted ? "" : fmt::format("{:.2f}", bits(layer.bytes, layer.stored)),
                        shape(layer.values, columns, shades));
  }
  return text;
}

}  // namespace

std::string info_text(const std::vector<TableReport>& tables, bool blocks) {
  std::string text;
  for (const TableReport& table : tables) {
    if (!text.empty()) text += '\n';
    text += one_table(table, blocks ? kBlocks : kAscii);
  }
  return text;
}

std::string atlas_text(const std::filesystem::path& folder,
                       const std::vector<TableReport>& tables) {
  std::uint64_t bytes = 0;
  std::string lines;
  for (const TableReport& table : tables) {
    if (!table.state.complete()) {
      lines += "  " + not_complete(table);
      continue;
    }
    const Manifest& manifest = *table.state.manifest;
    const KeptLayers kept = manifest.kept();
    bytes += manifest.bytes();
    lines += fmt::format("  {:<15} value {:>3}   layers {:<6} {:>9}\n", folder_name(manifest.table),
                         signed_number(manifest.value), kept.text(), human_bytes(manifest.bytes()));
  }
  return fmt::format(
      "The atlas: {}, {}, in {}\nLater positions of these boards are solved, most within "
      "two seconds.\n{}",
      counted(tables.size(), "table"), human_bytes(bytes), printable(folder.string()), lines);
}

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

Json not_complete_json(const TableReport& table) {
  const TableState& state = table.state;
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

}  // namespace

Json info_json(const TableReport& table) {
  Json json = table.state.complete() ? complete(table.state) : not_complete_json(table);
  if (table.atlas) json["atlas"] = true;
  return json;
}

namespace {

// Returns a column for each margin.
std::string margin_names(int widest) {
  std::string csv;
  for (int margin = -widest; margin <= widest; ++margin) csv += "," + signed_number(margin);
  return csv;
}

// Only margins of the ordinary game have lines: a line does not say of which game it is.
bool has_lines(const TableReport& table) {
  if (!table.state.complete()) return false;
  const TableIdentity& identity = table.state.manifest->table;
  return identity.game == TableGame::dots_and_boxes && identity.last_move_cost == 0;
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
  const int widest = manifest.table.board.boxes() + manifest.table.last_move_cost;
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
