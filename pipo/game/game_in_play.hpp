// A game that goes on: whose turn it is, who took which box, what the score is, and back again.
#pragma once

#include <array>
#include <vector>

#include "pipo/game/given_game.hpp"
#include "pipopipette/position.hpp"
#include "probe/notation/play.hpp"

namespace pipo {

class GameInPlay {
 public:
  // From a position on. Player 0 is to move unless `standing` says another; the score begins at
  // what it says, else at 0-0, so that it counts what is taken from here on.
  explicit GameInPlay(const Position& start, const Standing& standing = {});

  // A game that was begun elsewhere: where it is in order of play its moves can be taken back.
  explicit GameInPlay(const GivenGame& given);

  const Position& position() const { return now().position(); }
  bool over() const { return now().is_over(); }

  int turn() const { return now().turn(); }  // 0 or 1; who moved last at the end
  const std::array<int, 2>& score() const { return now().score(); }  // of players 0 and 1

  // By box: the player who took it; -1 where it is not complete, or nobody knows.
  const std::vector<int>& owners() const { return now().owners(); }

  // Since the start, as DBN indices.
  const std::vector<int>& moves() const { return now().edges(); }

  // Draws an edge for the player whose turn it is, and says how many boxes he takes. Throws
  // BadInput when the game is over, and for an edge that is drawn or that the board has not.
  int play(int edge);

  // Takes the last move back. Throws BadInput when there is none.
  void undo();

 private:
  const Play& now() const { return states_.back(); }

  std::vector<Play> states_;  // the start, and what each move led to
};

}  // namespace pipo
