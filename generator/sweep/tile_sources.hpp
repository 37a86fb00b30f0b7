// Finds the tiles that the values of a tile are made from.
//
// It considers what classes of rows and parts of columns reach, and no entries. Every row of a
// class meets every column of a bucket, so the result is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/loaded_tiles.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

class TileSources {
 public:
  // Both must outlive this.
  TileSources(const SweepTables& tables, const Tiling& tiling);

  // Returns the sources of this tile, each once.
  std::vector<TileNumber> find(const TileKey& key);

 private:
  void add_inner_moves(const OrientedTile& tile);
  void add_seam_moves(const OrientedTile& tile);
  void add(const TileKey& source);

  SweepTables tables_;
  const Tiling& tiling_;
  std::vector<TileNumber> found_;
  std::vector<std::uint32_t> found_for_;  // [tile]: the last search that found it
  std::uint32_t search_ = 0;
};

// Finds the sources of many tiles with several threads: lists[i] belongs to targets[i].
std::vector<std::vector<TileNumber>> source_lists(const SweepTables& tables, const Tiling& tiling,
                                                  const std::vector<TileNumber>& targets);

}  // namespace pipo
