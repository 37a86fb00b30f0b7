#include "generator/sweep/tile_pass.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "generator/kernels/kernels.hpp"
#include "parallel/threads.hpp"
#include "probe/codec/transpose.hpp"

namespace pipo {
namespace {

// A configuration has at most one move for each edge of a half.
constexpr std::size_t kMostMoves = 64;

// Strips of the sources of a tile, by edges drawn by the move and part of the target.
class InnerSources {
 public:
  InnerSources(const std::vector<MovesThatReach>& moves, std::uint32_t part_size)
      : part_size_(part_size) {
    PartNumber parts = 1;
    for (const auto& [reached, targets] : moves)
      parts = std::max(parts, static_cast<PartNumber>(reached.part + 1));
    parts_ = parts;
    strips_.resize(kMostMoves * parts_);
  }

  Strip& at(const Reached& reached) { return strips_[reached.drawn * parts_ + reached.part]; }

  // Returns the row that a move leads to; nullptr if it is not loaded.
  const std::int8_t* row(const InnerMove& move) const {
    // One part is the usual case.
    const std::uint32_t part = parts_ == 1 ? 0 : move.target / part_size_;
    const Strip& strip = strips_[move.drawn * parts_ + part];
    if (strip.data == nullptr) return nullptr;
    return strip.data + (move.target - std::size_t{part} * part_size_) * strip.stride;
  }

 private:
  std::uint32_t part_size_;
  std::size_t parts_;
  std::vector<Strip> strips_;
};

}  // namespace

InnerSource inner_source(const SweepTables& tables, const OrientedTile& tile,
                         const Reached& reached) {
  TileKey key{{tile.seam, tile.row_drawn + reached.drawn, tile.column_drawn},
              reached.part,
              tile.column_part};
  const auto turn = [&key] {
    std::swap(key.section.lower, key.section.upper);
    std::swap(key.row_part, key.column_part);
  };
  bool lower_rows = tile.orientation == Orientation::lower_rows;
  if (!lower_rows) turn();
  if (tables.space.orbit(tile.seam).folded && key.section.lower > key.section.upper) {
    turn();
    lower_rows = !lower_rows;
  }
  return {key, lower_rows ? Orientation::lower_rows : Orientation::upper_rows};
}

void raise_inner_moves(const SweepTables& tables, const LoadedTiles& loaded,
                       const OrientedTile& tile, std::uint32_t first_column, std::uint32_t columns,
                       std::int8_t* out, std::size_t stride, StripScratch& scratch) {
  const GameKernels& kernel = kernels(tables.game, tables.option_set);
  const BorderTable& half = row_table(tables, tile);
  const auto& moves = half.moves_by_reached[half.part_index(tile.row_drawn, tile.row_part)];
  InnerSources sources(moves, tables.part_size());
  for (const auto& [reached, targets] : moves) {
    const InnerSource from = inner_source(tables, tile, reached);
    sources.at(reached) =
        loaded.strip(from.key, from.orientation, first_column, columns, targets, scratch);
  }
  // Kernels write whole multiples of 64; the last columns of a row must not spill into the next
  // row.
  alignas(64) std::int8_t values[kStripColumns] = {};
  std::array<RowSource, kMostMoves> rows;
  const auto [first, end] = half.part(tile.row_drawn, tile.row_part, tables.part_size());
  for (std::uint32_t at = first; at < end; ++at, out += stride) {
    std::size_t count = 0;
    for (std::uint32_t i = half.first_move[at]; i < half.first_move[at + 1]; ++i) {
      const InnerMove& move = half.moves[i];
      const std::int8_t* const row = sources.row(move);
      if (row != nullptr) rows[count++] = {row, move.captured, move.handout};
    }
    std::memcpy(values, out, columns);
    kernel.raise_to_best(values, rows.data(), count, columns);
    std::memcpy(out, values, columns);
  }
}

namespace {

// Visits the moves of a row, bucket by bucket.
class SeamMoves {
 public:
  SeamMoves(const SweepTables& tables, const OrientedTile& tile, std::uint32_t chunk)
      : tile_(tile),
        part_size_(tables.part_size()),
        chunk_(chunk +
               tile.column_part * (part_size_ / chunk_columns(tile.orientation, part_size_))),
        half_(tables.half(row_side(tile.orientation))),
        border_(tables.space.cut().border(tile.seam, row_side(tile.orientation))),
        table_(half_.border(border_)),
        plan_(tables.plans.plan(tile.seam, tile.orientation)) {}

  // The source of a bucket of columns for one row.
  struct Move {
    TileKey source;
    std::uint32_t row;  // of the source
    int captured;
    int drawn;
    const ColumnMap& columns;
    const Bucket& bucket;
  };

  // `row` counts from the tile's first one.
  template <typename Visit>
  void for_each(std::uint32_t row, const Visit& visit) const {
    const std::uint32_t configuration =
        table_.part(tile_.row_drawn, tile_.row_part, part_size_).first + row;
    for_each_of_member(configuration, visit);
    for (std::uint32_t runout = table_.first_runout[configuration];
         runout < table_.first_runout[configuration + 1]; ++runout) {
      for_each_of_member(table_.runout_member(runout), visit);
    }
  }

 private:
  template <typename Visit>
  void for_each_of_member(std::uint32_t member, const Visit& visit) const {
    for (const Outcome& outcome : plan_[table_.class_of[member]]) {
      for_each_bucket(outcome, table_.reactions[outcome.row_newly][member], visit);
    }
  }

  bool stored(int row_drawn, int column_drawn) const {
    return read_by_rows(tile_.orientation, row_drawn, column_drawn);
  }

  template <typename Visit>
  void for_each_bucket(const Outcome& outcome, const Reaction& reaction, const Visit& visit) const {
    const int row_drawn = tile_.row_drawn + reaction.drawn;
    const int most = tile_.column_drawn + outcome.columns->most_drawn();
    if (outcome.folded && !stored(row_drawn, most)) return;
    std::uint32_t target_row = reaction.target;
    if (outcome.mirror) {
      const BorderTable& target = half_.border(border_ | outcome.row_newly);
      target_row = target.mirrored[target.first[row_drawn] + target_row];
    }
    const PartNumber row_part = part_of(target_row, part_size_);
    target_row -= row_part * part_size_;
    for (const Bucket& bucket : outcome.columns->buckets(tile_.column_drawn, chunk_)) {
      const int column_drawn = tile_.column_drawn + bucket.reached.drawn;
      if (outcome.folded && !stored(row_drawn, column_drawn)) continue;
      // The source's rows belong to this half, so its key names them first, whichever half this is.
      visit(
          Move{.source = {{outcome.target, row_drawn, column_drawn}, row_part, bucket.reached.part},
               .row = target_row,
               .captured = outcome.captured + reaction.captured + bucket.captured,
               .drawn = outcome.drawn + reaction.drawn + bucket.reached.drawn,
               .columns = *outcome.columns,
               .bucket = bucket});
    }
  }

  OrientedTile tile_;
  std::uint32_t part_size_;
  std::uint32_t chunk_;  // counted from the first column of the group
  const HalfTable& half_;
  BorderState border_;
  const BorderTable& table_;
  const SeamPlan& plan_;
};

}  // namespace

void raise_through_seam(const SweepTables& tables, const LoadedTiles& loaded,
                        const OrientedTile& tile, std::uint32_t first_row, std::uint32_t end_row,
                        std::uint32_t chunk, std::int8_t* out, std::size_t stride) {
  const GameKernels& kernel = kernels(tables.game, tables.option_set);
  const SeamMoves moves(tables, tile, chunk);
  for (std::uint32_t row = first_row; row < end_row; ++row) {
    moves.for_each(row, [&](const SeamMoves::Move& move) {
      const Strip strip = loaded.rows(move.source);
      if (strip.data == nullptr) return;
      const RowSource source{strip.data + move.row * strip.stride,
                             static_cast<std::int8_t>(move.captured),
                             static_cast<std::int8_t>(handout_of(move.captured, move.drawn))};
      kernel.raise_columns(out + (row - first_row) * stride, source,
                           move.columns.links(move.bucket));
    });
  }
}

bool may_pass_through_seam(const SweepTables& tables, const OrientedTile& tile) {
  for (const auto& outcomes : tables.plans.plan(tile.seam, tile.orientation)) {
    for (const Outcome& outcome : outcomes) {
      const int most = tile.column_drawn + outcome.columns->most_drawn();
      if (tile.orientation == Orientation::lower_rows || !outcome.folded || tile.row_drawn < most) {
        return true;
      }
    }
  }
  return false;
}

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

// Makes the moves of tiles: of a strip or of some rows, as one task, or of a whole small tile.
class TilePass {
 public:
  struct Tile {
    TileKey key;
    std::uint32_t rows;
    std::uint32_t columns;
    std::int8_t* values;
  };

  TilePass(const SweepTables& tables, const LoadedTiles& tiles, Targets targets)
      : tables_(tables), tiles_(tiles), targets_(targets) {}

  void whole(const Tile& tile) const {
    for (std::uint32_t at = 0; at < tile.columns; at += kStripColumns) lower_inner(tile, at);
    lower_through_seam(tile, 0, tile.rows);
    for (std::uint32_t at = 0; at < tile.rows; at += kStripColumns) upper_strip(tile, at);
  }

  // Makes moves inside the lower half. They come first, so they also clear fresh tiles.
  void lower_inner(const Tile& tile, std::uint32_t first) const {
    const std::uint32_t width = std::min(kStripColumns, tile.columns - first);
    std::int8_t* out = tile.values + first;
    if (targets_ == Targets::fresh) {
      for (std::size_t row = 0; row < tile.rows; ++row) {
        std::memset(out + row * tile.columns, identity_, width);
      }
    }
    raise_inner_moves(tables_, tiles_, oriented(tile.key, Orientation::lower_rows), first, width,
                      out, tile.columns, fresh_scratch());
  }

  void lower_through_seam(const Tile& tile, std::uint32_t first_row, std::uint32_t end_row) const {
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
  void upper_strip(const Tile& tile, std::uint32_t first) const {
    static_assert(kStripColumns == kUpperChunkColumns);
    StripScratch& scratch = fresh_scratch();
    const OrientedTile turned = oriented(tile.key, Orientation::upper_rows);
    const std::uint32_t rows = tile.columns;
    const std::uint32_t columns = std::min(kStripColumns, tile.rows - first);
    const std::size_t stride = strip_stride(columns);
    std::int8_t* values = scratch.take(rows * stride);
    std::memset(values, identity_, rows * stride);
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

 private:
  const SweepTables& tables_;
  const LoadedTiles& tiles_;
  Targets targets_;
  std::int8_t identity_ = kernels(tables_.game, tables_.option_set).identity;
};

}  // namespace

void compute_tiles(const SweepTables& tables, LoadedTiles& tiles,
                   const std::vector<TileNumber>& targets, Targets state, const Poll& poll) {
  using Tile = TilePass::Tile;
  using TilePart = std::pair<Tile, std::uint32_t>;  // with its first row or column
  std::vector<Tile> small;
  std::vector<TilePart> strips;
  std::vector<TilePart> row_blocks;
  std::vector<TilePart> upper_strips;
  for (const TileNumber target : targets) {
    const TileKey key = tiles.key(target);
    const SectionPart part = tiles.tiling().part(key);
    const Tile tile{key, part.rows, part.columns, tiles.data(target)};
    if (part.values() <= kSmallTile) {
      small.push_back(tile);
      continue;
    }
    for (std::uint32_t at = 0; at < tile.columns; at += kStripColumns)
      strips.emplace_back(tile, at);
    for (std::uint32_t at = 0; at < tile.rows; at += kRowsATask) row_blocks.emplace_back(tile, at);
    for (std::uint32_t at = 0; at < tile.rows; at += kStripColumns)
      upper_strips.emplace_back(tile, at);
  }
  const TilePass pass(tables, tiles, state);
  const auto run = [&poll](const auto& tasks, const auto& work) {
    parallel_loop(std::size_t{0}, tasks.size(), [&](std::size_t i) {
      if (poll) poll();
      work(tasks[i]);
    });
  };
  run(strips, [&](const TilePart& part) { pass.lower_inner(part.first, part.second); });
  run(row_blocks, [&](const TilePart& part) {
    const auto& [tile, first] = part;
    pass.lower_through_seam(tile, first, std::min(first + kRowsATask, tile.rows));
  });
  run(upper_strips, [&](const TilePart& part) { pass.upper_strip(part.first, part.second); });
  run(small, [&](const Tile& tile) { pass.whole(tile); });
  for (const TileNumber target : targets) {
    // The full board has no moves. The player to move there has drawn the last edge.
    if (tiles.key(target).section.layer() == tables.space.last_layer()) {
      *tiles.data(target) = static_cast<std::int8_t>(-tables.last_move_cost);
    }
  }
}

}  // namespace pipo
