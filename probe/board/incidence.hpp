// Which edges surround which boxes, worked out by the compiler for every board there is.
//
// There are only 79 boards with at most 64 edges, so their tables (40 KB) are constants of the
// library: nothing to initialise, nothing to share between threads, one load where arithmetic would
// divide.
#pragma once

#include <array>
#include <cstdint>

#include "pipopipette/board.hpp"

namespace pipo {

constexpr int kMaximumBoxes = 25;  // 5x5
constexpr int kMaximumRows = 21;   // 21x1
constexpr int kBoardCount = 79;

// What lies beyond an outer edge, where tables need a number for it.
constexpr int kOutside = 31;

struct Incidence {
  EdgeSet outer = 0;   // edges that border only one box
  BoxSet grouped = 0;  // boxes with two or more outer edges
  std::array<EdgeSet, kMaximumBoxes> sides{};
  // The two boxes an edge borders (above or left first), and their exclusive or, which leads from
  // one to the other.
  std::array<std::array<std::uint8_t, 2>, kMaximumEdges> boxes{};
  std::array<std::uint8_t, kMaximumEdges> across{};
};

// The number of columns of the widest board with that many rows.
constexpr int widest(int rows) {
  return (kMaximumEdges - rows) / (2 * rows + 1);
}

// Where the boards with a given number of rows begin in the list of all boards.
inline constexpr auto kFirstBoard = [] {
  std::array<int, kMaximumRows + 2> first{};
  for (int rows = 1; rows <= kMaximumRows; ++rows) first[rows + 1] = first[rows] + widest(rows);
  return first;
}();
static_assert(kFirstBoard.back() == kBoardCount);

extern const std::array<Incidence, kBoardCount> kIncidences;

inline const Incidence& incidence(const Board& board) {
  return kIncidences[kFirstBoard[board.rows()] + board.columns() - 1];
}

}  // namespace pipo
