// Scoring games <A|B> over the integers: Left and Right move alternately until a number is left,
// which is Left's margin (Mao-Peng, sections 1 and 2, after W. Johnson).
//
// Dots-and-Boxes without the score is such a game, in which a move is a whole turn. Both players
// have the same turns, so Right's outcome is the negative of Left's.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "theory/explanation.hpp"

namespace pipo::theory {

class ScoringGame {
 public:
  // Creates a game that is over.
  ScoringGame(int number = 0);
  // Creates <left|right>. Throws BadInput if a player has no option.
  ScoringGame(std::vector<ScoringGame> left, std::vector<ScoringGame> right);

  // Returns the number, or nothing if a player can move.
  std::optional<int> number() const;
  // Return the options; none of a number.
  std::span<const ScoringGame> left() const;
  std::span<const ScoringGame> right() const;

  // Return Left's margin under best play if Left, or Right, moves first (definition 1.2).
  int left_outcome() const;
  int right_outcome() const;
  OutcomeClass outcome() const { return outcome_class(left_outcome(), right_outcome()); }

  // Returns the parity of the number of moves, 0 or 1, if it is the same whatever the players do:
  // if the game is well-tempered (definition 2.1).
  std::optional<int> temper() const;
  // Returns whether the game is well-tempered, and in every even-tempered position of it the left
  // outcome is not less than the right one (definition 2.4).
  bool is_i_game() const;

  // Return the game with the players' roles exchanged, and both games played at once
  // (definition 1.3). The size of a sum grows with the product of the games' sizes, and more.
  ScoringGame operator-() const;
  ScoringGame operator+(const ScoringGame& other) const;

 private:
  struct Node;
  std::shared_ptr<const Node> node_;
};

}  // namespace pipo::theory
