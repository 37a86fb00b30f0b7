#include "generator/sweep/inner_pass.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "generator/kernels/kernels.hpp"

namespace pipo {
namespace {

// A configuration has at most one move for each edge of a half, and no move draws more edges.
constexpr std::size_t kMostMoves = 64;

using Sources = std::array<Strip, kMostMoves>;  // by edges drawn by the move

}  // namespace

InnerSource inner_source(const SweepTables& tables, const OrientedSection& section, int drawn) {
  int lower = section.row_drawn + drawn;
  int upper = section.column_drawn;
  bool lower_rows = section.orientation == Orientation::lower_rows;
  if (!lower_rows) std::swap(lower, upper);
  if (tables.space.orbit(section.seam).folded && lower > upper) {
    std::swap(lower, upper);
    lower_rows = !lower_rows;
  }
  return {{section.seam, lower, upper},
          lower_rows ? Orientation::lower_rows : Orientation::upper_rows};
}

void raise_inner_moves(const SweepTables& tables, const LoadedSections& loaded,
                       const OrientedSection& section, std::uint32_t first_column,
                       std::uint32_t columns, std::int8_t* out, std::size_t stride,
                       StripScratch& scratch) {
  const GameKernels& kernel = kernels(tables.game, tables.option_set);
  const BorderTable& half = row_table(tables, section);
  Sources sources;
  for (const auto& [drawn, targets] : half.moves_by_drawn[section.row_drawn]) {
    const InnerSource from = inner_source(tables, section, drawn);
    sources[drawn] =
        loaded.strip(from.key, from.orientation, first_column, columns, targets, scratch);
  }
  // Kernels write whole multiples of 64; the last columns of a row must not spill into the next
  // row.
  alignas(64) std::int8_t values[kStripColumns] = {};
  std::array<RowSource, kMostMoves> rows;
  const std::uint32_t first = half.first[section.row_drawn];
  for (std::uint32_t row = 0; row < half.size(section.row_drawn); ++row) {
    std::size_t count = 0;
    for (std::uint32_t i = half.first_move[first + row]; i < half.first_move[first + row + 1];
         ++i) {
      const InnerMove& move = half.moves[i];
      const Strip& strip = sources[move.drawn];
      if (strip.data == nullptr) continue;
      rows[count++] = {strip.data + move.target * strip.stride, move.captured, move.handout};
    }
    std::memcpy(values, out + row * stride, columns);
    kernel.raise_to_best(values, rows.data(), count, columns);
    std::memcpy(out + row * stride, values, columns);
  }
}

}  // namespace pipo
