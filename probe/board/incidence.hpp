// The incidence of edges and boxes, computed at compile time for every board.
//
// Only 79 boards have at most 64 edges, so their tables (32 KB) are constants of the library. They
// need no initialisation and no locking, and replace divisions by one load.
#pragma once

#include <array>
#include <cstdint>

#include "pipopipette/board.hpp"

namespace pipo {

constexpr int kMaximumRows = 21;  // 21x1
constexpr int kBoardCount = 79;

// The number used for the outside of the board in place of a box number.
constexpr int kOutside = 31;

struct Incidence {
  EdgeSet outer = 0;   // edges that border only one box
  BoxSet grouped = 0;  // boxes with two or more outer edges
  std::array<EdgeSet, kSmallBoardBoxes> sides{};
  // The two boxes that an edge borders (above or left first), and their exclusive or, which maps
  // each of the two to the other.
  std::array<std::array<std::uint8_t, 2>, kSmallBoardEdges> boxes{};
  std::array<std::uint8_t, kSmallBoardEdges> across{};
};

// Returns the number of columns of the widest board with this number of rows.
constexpr int widest(int rows) {
  return (kSmallBoardEdges - rows) / (2 * rows + 1);
}

// By number of rows: the index in kIncidences of the first board with that many rows.
inline constexpr auto kFirstBoard = [] {
  std::array<int, kMaximumRows + 2> first{};
  for (int rows = 1; rows <= kMaximumRows; ++rows) first[rows + 1] = first[rows] + widest(rows);
  return first;
}();
static_assert(kFirstBoard.back() == kBoardCount);

extern const std::array<Incidence, kBoardCount> kIncidences;

// Throws BadInput for a board with more than 64 edges.
inline const Incidence& incidence(const Board& board) {
  board.expect_small();
  return kIncidences[kFirstBoard[board.rows()] + board.columns() - 1];
}

}  // namespace pipo
