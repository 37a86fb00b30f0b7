#include "generator/plan/table_counts.hpp"

#include "probe/base/count_bits.hpp"
#include "probe/file/block_index.hpp"
#include "probe/file/layer_layout.hpp"

namespace pipo {
namespace {

// Returns the values of a section's entries, without don't-care entries (dont_care_entries.hpp).
std::uint64_t stored_values(const StateSpace& space, const StoredSection& section) {
  if (section.storage != Storage::kept_rows || !space.symmetric(section.key)) {
    return section.entries();
  }
  // Row i has the columns from number i on that have an image, and their images. Columns without
  // one come last.
  const std::uint64_t rows = section.rows;
  const std::uint64_t paired = section.columns - rows;
  return (rows * (rows + 1) + paired * (paired + 1)) / 2;
}

}  // namespace

LayerCounts TableCounts::total() const {
  LayerCounts sum;
  for (const LayerCounts& layer : layers) {
    sum.quiet += layer.quiet;
    sum.values += layer.values;
    sum.stored += layer.stored;
    sum.blocks += layer.blocks;
    sum.blocks_in_memory += layer.blocks_in_memory;
    sum.sections += layer.sections;
  }
  return sum;
}

TableCounts count_table(const StateSpace& space) {
  TableCounts counts;
  counts.open_edges = space.cut().turned().edges() - count_bits(space.cut().start());
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    LayerCounts of_layer;
    of_layer.layer = layer;
    of_layer.quiet = space.quiet_positions(layer);
    for (const SectionKey& key : space.sections(layer)) {
      of_layer.values += std::uint64_t{space.rows(key)} * space.columns(key);
      const StoredSection section(space, key);
      of_layer.stored += stored_values(space, section);
      of_layer.blocks += section.blocks();
      ++of_layer.sections;
    }
    if (of_layer.blocks <= kMostBlocksInMemory) of_layer.blocks_in_memory = of_layer.blocks;
    counts.layers.push_back(of_layer);
  }
  return counts;
}

}  // namespace pipo
