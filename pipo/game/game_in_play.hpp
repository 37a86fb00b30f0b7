// A game in progress: turn, owners of boxes, score, and undo.
#pragma once

#include <array>
#include <vector>

#include "pipo/game/given_game.hpp"
#include "pipopipette/position.hpp"
#include "probe/notation/play.hpp"

namespace pipo {

class GameInPlay {
 public:
  // Starts from a position. Player 0 is to move unless `standing` says otherwise. The score begins
  // at that of `standing`, otherwise at 0-0, so that it counts the boxes taken from here on.
  explicit GameInPlay(const Position& start, const Standing& standing = {});

  // Continues a given game; its moves can be undone if they are in order of play.
  explicit GameInPlay(const GivenGame& given);

  const Position& position() const { return now().position(); }
  bool over() const { return now().is_over(); }

  int turn() const { return now().turn(); }  // 0 or 1; at the end, the player who moved last
  const std::array<int, 2>& score() const { return now().score(); }  // of players 0 and 1

  // By box: the player who took it; -1 if the box is not complete or its owner is unknown.
  const std::vector<int>& owners() const { return now().owners(); }

  // Moves since the start, as DBN indices.
  const std::vector<int>& moves() const { return now().edges(); }

  // Draws an edge for the player to move and returns how many boxes they take. Throws BadInput if
  // the game is over, or the edge is drawn already or not on the board.
  int play(int edge);

  // Takes the last move back. Throws BadInput if there is none.
  void undo();

 private:
  const Play& now() const { return states_.back(); }

  std::vector<Play> states_;  // the start, and the state after each move
};

}  // namespace pipo
