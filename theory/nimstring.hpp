// Nimstring: the same moves as Dots-and-Boxes, but whoever cannot complete a turn loses.
#pragma once

#include <cstddef>
#include <optional>
#include <unordered_map>

#include "pipopipette/error.hpp"
#include "pipopipette/position.hpp"
#include "theory/edge_components.hpp"
#include "theory/source.hpp"
#include "theory/stage.hpp"

namespace pipo::theory {

// What loony positions and nim-values say of who wins.
inline constexpr Source kLoonyRule{"Sierra", "proposition 36"};
inline constexpr Source kNimstringRule{"Sierra", "corollary 24"};

// A search would visit more positions than allowed; the message says how many that is.
class SearchTooLarge : public OutOfTime {
 public:
  using OutOfTime::OutOfTime;
};

// The value of a position as a Nimstring game.
struct NimValue {
  // Boxes are on offer that the player to move may take or hand back, choosing who moves next in
  // the rest: he wins whatever that is.
  bool loony = false;
  int number = 0;  // the nim-value when not loony

  // The player to move wins Nimstring (Sierra, corollary 24).
  bool next_player_wins() const { return loony || number != 0; }
  friend bool operator==(const NimValue&, const NimValue&) = default;
};

// The chain formula for the player to move: he wins Nimstring iff the number d of double-crosses
// still to be played on strings has the parity `wanted` (Sierra, theorem 47); from the empty board
// that is the parity of the number of dots (corollary 48). Informally d is the number of long
// chains.
struct ChainFormula {
  int open_edges = 0;
  int boxes = 0;         // not yet claimed
  int wanted = 0;        // 0 even, 1 odd
  std::optional<int> d;  // where it no longer depends on play: in a loony endgame
};
ChainFormula chain_formula(const Position& position);

// Nim-values by search: the mex over all moves that are not loony, captures being forced
// (Sierra, propositions 20 and 38). Components are searched by themselves and their nim-values
// added. Remembers what it has found. Not for use by two threads at once.
class NimstringSolver {
 public:
  static constexpr std::size_t kDefaultLimit = 50'000;

  // At most `limit` component positions are searched and remembered in the solver's life.
  explicit NimstringSolver(const Board& board, std::size_t limit = kDefaultLimit);

  // Of any position, quiet or not. Throws SearchTooLarge; what was found until then is kept.
  NimValue value(EdgeSet drawn);

 private:
  int quiet_value(EdgeSet quiet);
  int component_value(EdgeSet open);

  Board board_;
  StageTest stage_test_;
  EdgeComponents components_;
  std::size_t limit_;
  std::unordered_map<EdgeSet, int> known_;  // by the component's canonical open edges
};

}  // namespace pipo::theory
