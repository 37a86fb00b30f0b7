// A board for the search: lookup arrays for sets of open edges, the transformations of a position
// that keep its value, and the moves of a quiet position.
//
// The code is written for speed and independent of settle.hpp; tests compare the two.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/edge_map.hpp"
#include "probe/board/settle.hpp"

namespace pipo {

class Field {
 public:
  explicit Field(const Board& board);
  Field(const Field&) = delete;

  const Board& board() const { return board_; }

  // Returns the four edges of a box.
  EdgeSet sides(int box) const { return sides_[static_cast<std::size_t>(box)]; }

  // Returns the boxes on the two sides of an edge; -1 is the outside.
  const std::array<std::int8_t, 2>& beside(int edge) const {
    return beside_[static_cast<std::size_t>(edge)];
  }

  // Returns the open edges worth trying as moves: one outer edge per box, since all open outer
  // edges of a box are equivalent (identity C of outer.hpp), and every inner edge.
  EdgeSet distinct(EdgeSet open) const;

  // Returns the canonical form of a position, as its open edges. Positions have the same form if
  // identity (C) and the chosen mirror images map them to each other. Initially all images are
  // chosen.
  EdgeSet canonical(EdgeSet open) const;

  // Chooses the images that map this position to itself. Only these are useful for the positions
  // reached from it.
  void choose_images(EdgeSet open);

  // Returns the Manhattan distance from the midpoint of an edge to the centre of the board, in half
  // boxes.
  int from_the_middle(int edge) const { return from_the_middle_[static_cast<std::size_t>(edge)]; }

 private:
  // The outer edges of a box that has several. open[n] is the set to use if n of them are open: the
  // last n, since the first ones are taken to be drawn.
  struct Outer {
    EdgeSet edges = 0;
    std::array<EdgeSet, 5> open{};
  };

  EdgeSet merged(EdgeSet open) const;

  Board board_;
  std::array<EdgeSet, 64> sides_{};
  std::array<std::array<std::int8_t, 2>, 64> beside_{};
  std::vector<Outer> outer_;
  std::vector<EdgeMap> images_;  // all except the identity
  std::vector<const EdgeMap*> chosen_;
  std::array<std::int8_t, kSmallBoardEdges> from_the_middle_{};
};

// A move of a quiet position.
struct QuietMove {
  EdgeSet open = 0;  // the open edges after the opponent has taken all offered boxes
  std::int8_t edge = 0;
  std::int8_t captured = 0;  // k: the boxes given away
  Handout handout = Handout::none;

  Settlement offer() const { return {.captured = captured, .handout = handout}; }
};

// The moves of a quiet position, one for each string and loop (identity B of settle.hpp), found by
// following the captures that each of them offers.
class QuietMoves {
 public:
  // Finds the moves of the quiet position with these open edges.
  QuietMoves(const Field& field, EdgeSet open);

  const QuietMove* begin() const { return moves_.data(); }
  const QuietMove* end() const { return moves_.data() + count_; }

 private:
  std::array<QuietMove, kSmallBoardEdges> moves_;
  std::size_t count_ = 0;
};

}  // namespace pipo
