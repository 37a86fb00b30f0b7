#include "generator/plan/table_counts.hpp"

#include <bit>

#include "probe/table/layer_layout.hpp"

namespace pipo {
namespace {

std::uint64_t tiles(std::uint64_t length, std::uint32_t tile) {
  return (length + tile - 1) / tile;
}

// What of a section goes into the file; see LayerLayout, which lists what is only counted here.
void add_stored(const StateSpace& space, const SectionKey& key, LayerCounts& counts) {
  const std::uint64_t columns = space.columns(key);
  std::uint64_t rows = space.rows(key);
  const SeamOrbit& orbit = space.orbit(key.seam);
  const bool thinned = orbit.self_mirrored && space.cut().columns() > 1;
  if (thinned) {
    // Of two rows that are each other's mirror image one is stored.
    const LineState line = space.cut().line(key.seam, Side::lower);
    const std::uint64_t own = space.half(Side::lower).self_mirrored_size(line, key.lower);
    rows = (rows + own) / 2;
    if (orbit.folded && key.lower == key.upper) {
      // Row i has the columns from number i on, with their images; those without one come last.
      counts.stored += (rows * (rows + 1) + (rows - own) * (rows - own + 1)) / 2;
      counts.blocks += tiles(rows, kTileRows) * tiles(columns, kTileColumns);
      return;
    }
  } else if (orbit.folded && key.lower == key.upper) {
    // The tiles on and below the diagonal.
    const std::uint64_t whole = rows / kTileRows;
    const std::uint64_t last = rows % kTileRows;
    counts.stored += whole * (whole + 1) / 2 * kTileRows * kTileColumns + last * columns;
    const std::uint64_t all = tiles(rows, kTileRows);
    counts.blocks += all * (all + 1) / 2;
    return;
  }
  counts.stored += rows * columns;
  counts.blocks += tiles(rows, kTileRows) * tiles(columns, kTileColumns);
}

}  // namespace

LayerCounts TableCounts::total() const {
  LayerCounts sum;
  for (const LayerCounts& layer : layers) {
    sum.quiet += layer.quiet;
    sum.values += layer.values;
    sum.stored += layer.stored;
    sum.blocks += layer.blocks;
  }
  return sum;
}

TableCounts count_table(const StateSpace& space) {
  TableCounts counts;
  counts.open_edges = space.cut().turned().edges() - std::popcount(space.cut().start());
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    LayerCounts of_layer;
    of_layer.layer = layer;
    of_layer.quiet = space.quiet_positions(layer);
    for (const SectionKey& key : space.sections(layer)) {
      of_layer.values += std::uint64_t{space.rows(key)} * space.columns(key);
      add_stored(space, key, of_layer);
    }
    counts.layers.push_back(of_layer);
  }
  return counts;
}

}  // namespace pipo
