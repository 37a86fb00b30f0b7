// A game followed move by move: whose turn it is, who owns what.
#pragma once

#include "pipopipette/notations.hpp"

namespace pipo {

class Play {
 public:
  explicit Play(const Board& board) : Play({board, 0}, 0, {}, {}) {}

  // From a position on, with that player to move; the score is of players 0 and 1, the owners by
  // box, -1 or none at all where nobody knows them.
  Play(const Position& start, int turn, const std::array<int, 2>& score, std::vector<int> owners);

  const Position& position() const { return position_; }
  bool is_drawn(int edge) const { return position_.drawn >> edge & 1; }
  bool is_over() const { return position_.open() == 0; }
  int turn() const { return turn_; }  // 0 or 1; who moved last at the end
  const std::array<int, 2>& score() const { return score_; }
  const std::vector<int>& owners() const { return owners_; }

  // Drawn since the beginning, in their order.
  const std::vector<int>& edges() const { return edges_; }

  // Draws an open edge; returns how many boxes it completes.
  int draw(int edge);

  // The game so far: all of it, or the mere edges in the order in which they came.
  Game game(bool in_order) const;

 private:
  Position position_;
  std::vector<int> edges_;
  int turn_;
  std::array<int, 2> score_;
  std::vector<int> owners_;
};

}  // namespace pipo
