// `pipo info --format text`.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "pipo/words/answer_text.hpp"
#include "pipo/words/table_report.hpp"
#include "pipo/words/units.hpp"
#include "probe/file/histogram.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {
namespace {

// Nine heights, from nothing to the highest.
using Shades = std::array<std::string_view, 9>;
constexpr Shades kAscii = {" ", ".", ":", "-", "=", "+", "*", "%", "#"};
constexpr Shades kBlocks = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};

// The widest margin that occurs anywhere in the table: columns run from -widest to +widest.
int widest_margin(const Manifest& manifest) {
  for (int margin = manifest.table.board.boxes(); margin > 0; --margin) {
    for (const ManifestLayer& layer : manifest.layers) {
      if (layer.values[margin] > 0 || layer.values[-margin] > 0) return margin;
    }
  }
  return 0;
}

// One character a margin; heights are relative to the most frequent one. What occurs at all is
// visible.
std::string shape(const Histogram& values, int widest, const Shades& shades) {
  std::uint64_t most = 1;
  for (int margin = -widest; margin <= widest; ++margin) most = std::max(most, values[margin]);
  std::string text;
  for (int margin = -widest; margin <= widest; ++margin) {
    const double part = static_cast<double>(values[margin]) / static_cast<double>(most);
    text += shades[static_cast<std::size_t>(std::ceil(8 * part))];
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// "-9      0      +9", each where its column is.
std::string axis(int widest) {
  if (widest == 0) return "0";
  std::string text(static_cast<std::size_t>(2 * widest + 1), ' ');
  text[static_cast<std::size_t>(widest)] = '0';
  const std::string low = std::to_string(-widest), high = signed_number(widest);
  if (low.size() >= static_cast<std::size_t>(widest)) return low + " 0 " + high;
  text.replace(0, low.size(), low);
  return text.replace(text.size() - high.size(), high.size(), high);
}

double bits(std::uint64_t bytes, std::uint64_t values) {
  return values == 0 ? 0 : 8 * static_cast<double>(bytes) / static_cast<double>(values);
}

template <typename... Arguments>
std::string formatted(const char* format, Arguments... arguments) {
  std::array<char, 256> text{};
  std::snprintf(text.data(), text.size(), format, arguments...);
  return text.data();
}

std::string head(const TableReport& table) {
  const Manifest& manifest = table.manifest;
  const TableIdentity& identity = manifest.table;
  std::string text = folder_name(identity) + "  " +
                     value_in_words({identity.board, identity.start}, manifest.value) + "\n";
  text += "  " + std::to_string(identity.board.boxes()) +
          (identity.board.boxes() == 1 ? " box, " : " boxes, ") +
          std::to_string(identity.board.edges()) + " edges, start " + start_name(identity) + "\n";
  text += "  " + grouped(manifest.positions) + " positions, of which " +
          grouped(manifest.stored()) + " are stored, in " + human_bytes(manifest.bytes()) +
          formatted(": %.2f bits a value\n", manifest.bits_per_value());
  if (manifest.thinning == Thinning::square) {
    text += "  made with --square: images in a diagonal are left out\n";
  }
  text +=
      "  made " + manifest.date + " in " + human_seconds(manifest.seconds) +
      formatted(" with %d %s\n", manifest.threads, manifest.threads == 1 ? "thread" : "threads");
  return text + "  " + table.folder.string() + "\n";
}

std::string one_table(const TableReport& table, const Shades& shades) {
  const Manifest& manifest = table.manifest;
  const int widest = widest_margin(manifest);
  std::string text = head(table) + "\n";
  text += formatted("  %5s %18s %10s %7s   values, %s\n", "layer", "stored", "size", "bits",
                    "by how often each occurs");
  text += formatted("  %5s %18s %10s %7s   ", "", "", "", "") + axis(widest) + "\n";
  for (const ManifestLayer& layer : manifest.layers) {
    text += formatted("  %5d %18s %10s %7.2f   ", layer.layer, grouped(layer.stored).c_str(),
                      human_bytes(layer.bytes).c_str(), bits(layer.bytes, layer.stored));
    text += shape(layer.values, widest, shades) + "\n";
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
