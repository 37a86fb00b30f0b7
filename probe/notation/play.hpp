// A game followed move by move: whose turn it is, who owns what.
#pragma once

#include "pipopipette/notations.hpp"

namespace pipo {

class Play {
 public:
  explicit Play(const Board& board);

  bool is_drawn(int edge) const { return drawn_ >> edge & 1; }
  bool is_over() const { return drawn_ == board_.all(); }
  int turn() const { return turn_; }
  const std::array<int, 2>& score() const { return score_; }

  // Draws an open edge; returns how many boxes it completes.
  int draw(int edge);

  // The game so far: all of it, or the mere edges in the order in which they came.
  Game game(bool in_order) const;

 private:
  Board board_;
  EdgeSet drawn_ = 0;
  std::vector<int> edges_;
  int turn_ = 0;
  std::array<int, 2> score_{};
  std::vector<int> owners_;
};

}  // namespace pipo
