#include "probe/board/incidence.hpp"

namespace pipo {
namespace {

// Adds an edge to a box. The box is below or right of the edge (side 1), or above or left of it
// (side 0).
constexpr void add_side(Incidence& table, int box, int edge, int side) {
  table.sides[box] |= EdgeSet{1} << edge;
  table.boxes[edge][side] = static_cast<std::uint8_t>(box);
}

constexpr void finish(Incidence& table, int edges, int boxes) {
  for (int edge = 0; edge < edges; ++edge) {
    const auto [first, second] = table.boxes[edge];
    table.across[edge] = static_cast<std::uint8_t>(first ^ second);
    if (first == kOutside || second == kOutside) table.outer |= EdgeSet{1} << edge;
  }
  for (int box = 0; box < boxes; ++box) {
    const EdgeSet outer = table.sides[box] & table.outer;
    if ((outer & (outer - 1)) != 0) table.grouped |= BoxSet{1} << box;
  }
}

constexpr Incidence make(int rows, int columns) {
  Incidence table;
  for (auto& pair : table.boxes) pair = {kOutside, kOutside};
  const int horizontals = (rows + 1) * columns;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const int box = r * columns + c;
      const int left = horizontals + r * (columns + 1) + c;
      add_side(table, box, box, 1);
      add_side(table, box, box + columns, 0);
      add_side(table, box, left, 1);
      add_side(table, box, left + 1, 0);
    }
  }
  finish(table, horizontals + rows * (columns + 1), rows * columns);
  return table;
}

constexpr std::array<Incidence, kBoardCount> make_all() {
  std::array<Incidence, kBoardCount> all{};
  for (int rows = 1; rows <= kMaximumRows; ++rows) {
    for (int columns = 1; columns <= widest(rows); ++columns) {
      all[kFirstBoard[rows] + columns - 1] = make(rows, columns);
    }
  }
  return all;
}

}  // namespace

constinit const std::array<Incidence, kBoardCount> kIncidences = make_all();

}  // namespace pipo
