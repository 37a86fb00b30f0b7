#include "probe/space/kept_layers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <optional>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/trimmed.hpp"

namespace pipo {
namespace {

// Adds the layers of one part of a choice to `kept`.
class Choice {
 public:
  Choice(const TableIdentity& table, int first, int last)
      : table_(table), first_(first), last_(last) {}

  void add(std::string_view part, KeptLayers::Layers& kept) const {
    constexpr std::string_view kEvery = "every ";
    if (part == "even" || part == "odd") return add_every(2, part == "odd" ? 1 : 0, kept);
    if (part.starts_with(kEvery)) {
      const auto step = parsed_number<std::uint16_t>(trimmed(part.substr(kEvery.size())));
      if (!step || *step == 0) refuse(part);
      return add_every(*step, 0, kept);
    }
    const std::size_t dash = part.find('-');
    const auto from = parsed_number<std::uint16_t>(part.substr(0, dash));
    const auto to = dash == part.npos ? from : parsed_number<std::uint16_t>(part.substr(dash + 1));
    if (!from || !to || *from > *to) refuse(part);
    if (*from < first_ || *to > last_) {
      throw BadInput(fmt::format("layers to keep: {} has layers {} to {}, not {}",
                                 folder_name(table_), first_, last_, quoted(part)));
    }
    for (int layer = *from; layer <= *to; ++layer) kept.set(static_cast<std::size_t>(layer));
  }

 private:
  // Also adds the layers that take little space: the first sixth and the last third.
  void add_every(int step, int rest, KeptLayers::Layers& kept) const {
    const int free = last_ - first_;
    for (int layer = first_; layer <= last_; ++layer) {
      if (layer % step == rest || layer <= first_ + free / 6 || layer >= last_ - free / 3) {
        kept.set(static_cast<std::size_t>(layer));
      }
    }
  }

  [[noreturn]] static void refuse(std::string_view part) {
    throw BadInput(
        fmt::format("layers to keep: cannot read {}; write for example 'even', 'every 3', '0-14' "
                    "or '0-14,even'",
                    quoted(part)));
  }

  const TableIdentity& table_;
  int first_;
  int last_;
};

}  // namespace

KeptLayers::KeptLayers(int first, int last, const Layers& kept)
    : first_(first), last_(last), beyond_(first - 1) {
  int run = 0;
  for (int layer = last; layer >= first; --layer) {
    kept_[static_cast<std::size_t>(layer)] = kept[static_cast<std::size_t>(layer)];
    run = keeps(layer) ? 0 : run + 1;
    if (run > kMostBridged) beyond_ = std::max(beyond_, layer);
  }
}

KeptLayers KeptLayers::all(const TableIdentity& table) {
  return {count_bits(table.start), table.board.edges(), Layers().set()};
}

KeptLayers KeptLayers::parse(std::string_view text, const TableIdentity& table) {
  const int first = count_bits(table.start);
  const int last = table.board.edges();
  const Choice choice(table, first, last);
  Layers layers;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    choice.add(trimmed(text.substr(from, comma - from)), layers);
    from = comma + 1;
  }
  return {first, last, layers};
}

std::optional<int> KeptLayers::solved_from() const {
  for (int layer = first_; layer <= beyond_; ++layer) {
    if (!keeps(layer)) return std::max(layer - 1, first_);
  }
  return {};
}

bool KeptLayers::keeps_all() const {
  return omitted() == 0;
}

int KeptLayers::omitted() const {
  return last_ - first_ + 1 - static_cast<int>(kept_.count());
}

std::string KeptLayers::text() const {
  std::string text;
  for (int layer = first_; layer <= last_; ++layer) {
    if (!keeps(layer)) continue;
    const int from = layer;
    while (layer < last_ && keeps(layer + 1)) ++layer;
    if (!text.empty()) text += ',';
    text += from == layer ? std::to_string(layer) : fmt::format("{}-{}", from, layer);
  }
  return text;
}

}  // namespace pipo
