// The tiles in memory: the only interface through which the sweep reads values of later layers.
//
// Before a tile is computed, its caller loads the tiles that it reads: all of them, or in groups if
// memory does not hold them all. Nothing below this interface knows where they come from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "generator/seam/seam_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/tiling.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// Finds the tiles that the values of a tile are made from.
//
// It considers what classes of rows and parts of columns reach, and no entries. Every row of a
// class meets every column of a bucket, so the result is exact.

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

// Part of a tile seen as rows: entry (row, column) is data[row * stride + column], with rows
// counted from the tile's first one and columns from the strip's. `data` is nullptr if the tile is
// not loaded.
struct Strip {
  const std::int8_t* data = nullptr;
  std::size_t stride = 0;
};

// Returns the stride of a strip that is not stored: kernels write whole multiples of 64.
constexpr std::size_t strip_stride(std::size_t columns) {
  return (columns + 63) / 64 * 64;
}

// Memory for strips that are not stored in the requested orientation. Reused from task to task; one
// object per thread.
class StripScratch {
 public:
  // Returns uninitialised memory for `bytes` bytes, valid until clear().
  std::int8_t* take(std::size_t bytes) {
    if (used_ == blocks_.size()) blocks_.emplace_back();
    Block& block = blocks_[used_++];
    if (block.size < bytes) {
      block.memory = std::make_unique_for_overwrite<std::int8_t[]>(bytes);
      block.size = bytes;
    }
    return block.memory.get();
  }
  void clear() { used_ = 0; }

 private:
  struct Block {
    std::unique_ptr<std::int8_t[]> memory;
    std::size_t size = 0;
  };
  std::deque<Block> blocks_;
  std::size_t used_ = 0;
};

class LoadedTiles {
 public:
  // `space` must outlive this.
  explicit LoadedTiles(const StateSpace& space, std::uint32_t part_size = kUndivided);
  // With the tiles of another one, none of them loaded.
  explicit LoadedTiles(std::shared_ptr<const Tiling> tiling);

  const Tiling& tiling() const { return *tiling_; }
  const std::shared_ptr<const Tiling>& shared_tiling() const { return tiling_; }
  TileNumber number(const TileKey& key) const { return tiling_->number(key); }
  TileKey key(TileNumber number) const { return tiling_->key(number); }

  // Registers the values of a tile: `data` has rows x columns values and kTileSlack more bytes.
  // nullptr unloads the tile.
  void set(TileNumber tile, std::int8_t* data) { places_[tile] = data; }

  // The values of a loaded tile.
  std::int8_t* data(TileNumber tile) { return places_[tile]; }
  const std::int8_t* data(TileNumber tile) const { return places_[tile]; }

  // A tile as stored: lower configurations are rows.
  Strip rows(const TileKey& key) const {
    const TileNumber at = number(key);
    return {places_[at], tiling_->columns(at)};
  }

  // Returns columns first_column .. first_column + columns - 1 of a tile in the given orientation,
  // whose rows are the configurations of row_side(orientation). Of a tile stored the other way, the
  // rows in `required` are transposed into scratch; the others are undefined.
  Strip strip(const TileKey& key, Orientation orientation, std::uint32_t first_column,
              std::uint32_t columns, std::span<const ConfigurationRange> required,
              StripScratch& scratch) const;

 private:
  std::shared_ptr<const Tiling> tiling_;
  std::vector<std::int8_t*> places_;  // [tile]
};

}  // namespace pipo
