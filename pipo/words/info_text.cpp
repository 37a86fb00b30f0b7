// `pipo info --format text`.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "pipo/words/nim_answer.hpp"
#include "pipo/words/table_report.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/quote.hpp"
#include "probe/file/histogram.hpp"
#include "probe/space/thinning.hpp"
namespace pipo {
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
  if (manifest.thinning == Thinning::square) {
    text += "  made with --square: mirror images in a diagonal are left out\n";
  }
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

}  // namespace pipo
