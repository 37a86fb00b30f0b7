#include "generator/sweep/inner_pass.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "generator/kernels/kernels.hpp"

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

}  // namespace pipo
