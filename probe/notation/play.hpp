// A game followed move by move: the position, the turn, the score and the owners of boxes.
#pragma once

#include "pipopipette/notations.hpp"

namespace pipo {

class Play {
 public:
  explicit Play(const Board& board) : Play({board, 0}, 0, {}, {}) {}

  // Starts from a position with this player to move. The score is that of players 0 and 1. The
  // owners are by box; -1, or a missing element, is an unknown owner.
  Play(const Position& start, int turn, const std::array<int, 2>& score, std::vector<int> owners);

  const Position& position() const { return position_; }
  bool is_drawn(int edge) const { return position_.drawn >> edge & 1; }
  bool is_over() const { return position_.open() == 0; }
  int turn() const { return turn_; }  // the player to move, 0 or 1; at the end the last mover
  const std::array<int, 2>& score() const { return score_; }
  const std::vector<int>& owners() const { return owners_; }

  // The edges drawn since the start, in order of play.
  const std::vector<int>& edges() const { return edges_; }

  // Draws an open edge and returns the number of boxes it completes.
  int draw(int edge);

  // Returns the game so far. If `in_order` is false it has no turn, score or owners.
  Game game(bool in_order) const;

 private:
  Position position_;
  std::vector<int> edges_;
  int turn_;
  std::array<int, 2> score_;
  std::vector<int> owners_;
};

}  // namespace pipo
