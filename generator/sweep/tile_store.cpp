#include "generator/sweep/tile_store.hpp"

#include <utility>

#include "parallel/threads.hpp"

namespace pipo {

TileStore::TileStore(const SweepTables& tables, std::uint64_t limit)
    : tables_(tables),
      loaded_(tables_.space, tables_.part_size()),
      part_(tables_.space, tables_.part_size()),
      pool_(limit),
      memory_(loaded_.count()) {}

void TileStore::take(const std::vector<TileNumber>& tiles) {
  for (const TileNumber tile : tiles) memory_[tile] = pool_.take(loaded_.bytes(tile));
}

void TileStore::load(const std::vector<TileNumber>& tiles, const ReadPart& read) {
  parallel_loop(std::size_t{0}, tiles.size(), [&](std::size_t i) {
    read(tiling().part(loaded_.key(tiles[i])), memory_[tiles[i]].data());
  });
}

void TileStore::show(const std::vector<TileNumber>& tiles) {
  for (const TileNumber tile : tiles) loaded_.set(tile, memory_[tile].data());
}

void TileStore::drop(const std::vector<TileNumber>& tiles) {
  for (const TileNumber tile : tiles) {
    loaded_.set(tile, nullptr);
    pool_.give_back(std::exchange(memory_[tile], {}));
  }
}

// A partial step sees only its own sources; moves from other sources belong to the other steps.
void TileStore::compute(const Step& step, const Poll& poll) {
  if (!step.partial()) {
    compute_tiles(tables_, loaded_, step.targets, step.state, poll);
    if (tables_.game == TableGame::nimstring) finish_tiles(tables_, loaded_, step.targets, poll);
    return;
  }
  const auto set = [&](const std::vector<TileNumber>& tiles, bool seen) {
    for (const TileNumber tile : tiles) part_.set(tile, seen ? memory_[tile].data() : nullptr);
  };
  set(step.targets, true);
  set(step.sources, true);
  if (tables_.game == TableGame::nimstring) {  // a partial step has one target
    in_steps_.compute(tables_, part_, step.targets.front(), step.state, poll);
    if (step.completes) in_steps_.finish(tables_, part_, step.targets.front());
  } else {
    compute_tiles(tables_, part_, step.targets, step.state, poll);
  }
  set(step.targets, false);
  set(step.sources, false);
}

std::vector<SectionRows> TileStore::rows(const std::vector<TileNumber>& tiles) const {
  std::vector<SectionRows> rows;
  std::vector<const std::int8_t*> of_row;
  for (const TileNumber tile : tiles) {
    const TileKey key = loaded_.key(tile);
    of_row.push_back(loaded_.data(tile));
    if (!tiling().ends_row(key)) continue;
    SectionPart part = tiling().part({key.section, key.row_part, 0});
    part.columns = tables_.space.columns(key.section);
    rows.emplace_back(part, tiling().part_size(), std::exchange(of_row, {}));
  }
  return rows;
}

}  // namespace pipo
