// A board as the search sees it: small arrays, sets of open edges, the forms a position may be
// turned into without changing its value.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/edge_map.hpp"

namespace pipo {

class Field {
 public:
  explicit Field(const Board& board);
  Field(const Field&) = delete;

  const Board& board() const { return board_; }

  // The four edges of a box.
  EdgeSet sides(int box) const { return sides_[static_cast<std::size_t>(box)]; }

  // The boxes on either side of an edge; -1 is the outside.
  const std::array<std::int8_t, 2>& beside(int edge) const {
    return beside_[static_cast<std::size_t>(edge)];
  }

  // Open outer edges of the same box are as good as each other (identity C of outer.hpp): those
  // that are worth trying, given what is open.
  EdgeSet distinct(EdgeSet open) const;

  // One form of all positions that identity (C) and mirror images make of this one, by its open
  // edges: all images, or those only that were chosen.
  EdgeSet canonical(EdgeSet open) const;

  // Chooses the images that are of use below a position: those that leave it as it is.
  void choose_images(EdgeSet open);

  // How far an edge is from the middle of the board, in half boxes both ways.
  int from_the_middle(int edge) const { return from_the_middle_[static_cast<std::size_t>(edge)]; }

 private:
  // The outer edges of a box that has several, and which of them are taken to be open when so many
  // are: the last ones, since the first ones are taken to be drawn.
  struct Outer {
    EdgeSet edges = 0;
    std::array<EdgeSet, 5> open{};
  };

  EdgeSet merged(EdgeSet open) const;

  Board board_;
  std::array<EdgeSet, 64> sides_{};
  std::array<std::array<std::int8_t, 2>, 64> beside_{};
  std::vector<Outer> outer_;
  std::vector<EdgeMap> images_;  // but the identity
  std::vector<const EdgeMap*> chosen_;
  std::array<std::int8_t, kMaximumEdges> from_the_middle_{};
};

}  // namespace pipo
