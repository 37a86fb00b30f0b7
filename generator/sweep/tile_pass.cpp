#include "generator/sweep/tile_pass.hpp"

#include <algorithm>
#include <cstring>

#include "generator/kernels/kernels.hpp"
#include "generator/sweep/inner_pass.hpp"
#include "generator/sweep/seam_pass.hpp"
#include "parallel/threads.hpp"
#include "probe/codec/transpose.hpp"

namespace pipo {
namespace {

// A tile of up to this many values is one task; a larger one is split into several.
constexpr std::uint64_t kSmallTile = 1 << 18;

// Rows of a task through the seam.
constexpr std::uint32_t kRowsATask = 64;

// Scratch memory of this thread, never freed: clearing fresh memory costs more than most strips.
StripScratch& fresh_scratch() {
  static thread_local StripScratch scratch;
  scratch.clear();
  return scratch;
}

class TilePass {
 public:
  TilePass(const SweepTables& tables, LoadedTiles& tiles, Targets targets, const Poll& poll)
      : tables_(tables), tiles_(tiles), targets_(targets), poll_(poll) {}

  void compute(const std::vector<TileNumber>& numbers) {
    std::vector<Tile> small;
    std::vector<TilePart> strips;
    std::vector<TilePart> row_blocks;
    std::vector<TilePart> upper_strips;
    for (const TileNumber number : numbers) {
      const TileKey key = tiles_.key(number);
      const SectionPart part = tiles_.tiling().part(key);
      const Tile tile{key, part.rows, part.columns, tiles_.data(number)};
      if (part.values() <= kSmallTile) {
        small.push_back(tile);
        continue;
      }
      for (std::uint32_t at = 0; at < tile.columns; at += kStripColumns)
        strips.push_back({tile, at});
      for (std::uint32_t at = 0; at < tile.rows; at += kRowsATask) row_blocks.push_back({tile, at});
      for (std::uint32_t at = 0; at < tile.rows; at += kStripColumns)
        upper_strips.push_back({tile, at});
    }
    run(strips, [&](const TilePart& part) { lower_inner(part.tile, part.first); });
    run(row_blocks, [&](const TilePart& part) {
      lower_through_seam(part.tile, part.first, std::min(part.first + kRowsATask, part.tile.rows));
    });
    run(upper_strips, [&](const TilePart& part) { upper_strip(part.tile, part.first); });
    run(small, [&](const Tile& tile) { whole(tile); });
  }

 private:
  struct Tile {
    TileKey key;
    std::uint32_t rows;
    std::uint32_t columns;
    std::int8_t* values;
  };

  // A strip (by its first column) or a block of rows (by its first row) of a tile.
  struct TilePart {
    Tile tile;
    std::uint32_t first;
  };

  template <typename Task, typename Work>
  void run(const std::vector<Task>& tasks, const Work& work) {
    parallel_loop(std::size_t{0}, tasks.size(), [&](std::size_t i) {
      if (poll_) poll_();
      work(tasks[i]);
    });
  }

  void whole(const Tile& tile) {
    for (std::uint32_t at = 0; at < tile.columns; at += kStripColumns) lower_inner(tile, at);
    lower_through_seam(tile, 0, tile.rows);
    for (std::uint32_t at = 0; at < tile.rows; at += kStripColumns) upper_strip(tile, at);
  }

  // Makes moves inside the lower half. They come first, so they also clear fresh tiles.
  void lower_inner(const Tile& tile, std::uint32_t first) {
    const std::uint32_t width = std::min(kStripColumns, tile.columns - first);
    std::int8_t* out = tile.values + first;
    if (targets_ == Targets::fresh) {
      for (std::size_t row = 0; row < tile.rows; ++row) {
        std::memset(out + row * tile.columns, none_, width);
      }
    }
    raise_inner_moves(tables_, tiles_, oriented(tile.key, Orientation::lower_rows), first, width,
                      out, tile.columns, fresh_scratch());
  }

  void lower_through_seam(const Tile& tile, std::uint32_t first_row, std::uint32_t end_row) {
    const std::uint32_t chunk = chunk_columns(Orientation::lower_rows, tables_.part_size());
    for (std::uint32_t i = 0; i * chunk < tile.columns; ++i) {
      raise_through_seam(
          tables_, tiles_, oriented(tile.key, Orientation::lower_rows), first_row, end_row, i,
          tile.values + std::size_t{first_row} * tile.columns + i * chunk, tile.columns);
    }
  }

  // Makes moves inside the upper half, and those through the seam that are read by rows of the
  // upper half. They run along the columns of the stored matrix, so a transposed strip is worked
  // on.
  void upper_strip(const Tile& tile, std::uint32_t first) {
    static_assert(kStripColumns == kUpperChunkColumns);
    StripScratch& scratch = fresh_scratch();
    const OrientedTile turned = oriented(tile.key, Orientation::upper_rows);
    const std::uint32_t rows = tile.columns;
    const std::uint32_t columns = std::min(kStripColumns, tile.rows - first);
    const std::size_t stride = strip_stride(columns);
    std::int8_t* values = scratch.take(rows * stride);
    std::memset(values, none_, rows * stride);
    raise_inner_moves(tables_, tiles_, turned, first, columns, values, stride, scratch);
    if (may_pass_through_seam(tables_, turned)) {
      raise_through_seam(tables_, tiles_, turned, 0, rows, first / kUpperChunkColumns, values,
                         stride);
    }
    std::int8_t* out = tile.values + std::size_t{first} * rows;
    if (tables_.game == TableGame::nimstring) {
      transposing().unite_transposed(out, rows, values, stride, rows, columns);
    } else {
      transposing().raise_transposed(out, rows, values, stride, rows, columns);
    }
  }

  const SweepTables& tables_;
  LoadedTiles& tiles_;
  Targets targets_;
  const Poll& poll_;
  std::int8_t none_ = kernels(tables_.game, tables_.option_set).none;
};

}  // namespace

void compute_tiles(const SweepTables& tables, LoadedTiles& tiles,
                   const std::vector<TileNumber>& targets, Targets state, const Poll& poll) {
  TilePass(tables, tiles, state, poll).compute(targets);
  for (const TileNumber target : targets) {
    // The full board has no moves, so its value is 0.
    if (tiles.key(target).section.layer() == tables.space.last_layer()) *tiles.data(target) = 0;
  }
}

}  // namespace pipo
