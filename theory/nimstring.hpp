// Nimstring: the same moves as Dots-and-Boxes, but the first player unable to complete a turn
// loses.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <unordered_map>
#include <vector>

#include "pipopipette/board.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/position.hpp"
#include "probe/board/edge_map.hpp"
#include "probe/board/nim_value.hpp"
#include "probe/board/outer.hpp"
#include "theory/source.hpp"
#include "theory/stage.hpp"

namespace pipo::theory {

// Components as sets of open edges: splits a position, and maps mirror images to one form.
class EdgeComponents {
 public:
  explicit EdgeComponents(const Board& board);

  // Returns the edges of `open` that are connected through boxes with `edge`, which is one of them.
  EdgeSet connected(EdgeSet open, int edge) const;

  // Returns the same set for all sets of open edges that differ only by a mirror image of the
  // board, or in the choice among the outer edges of a box.
  EdgeSet canonical(EdgeSet open) const;

 private:
  Board board_;
  std::array<EdgeSet, kSmallBoardEdges> around_{};  // the edges that share a box with each edge
  std::vector<EdgeMap> images_;                     // all except the identity
  OuterGroups outer_groups_;
};

// The sources for the winner of loony positions and of positions with a nim-value.
inline constexpr Source kLoonyRule{"Sierra", "proposition 36"};
inline constexpr Source kNimstringRule{"Sierra", "corollary 24"};

// Thrown if a search would visit more positions or take more time than allowed; the message names
// that limit.
class SearchTooLarge : public OutOfTime {
 public:
  using OutOfTime::OutOfTime;
};

// The chain formula for the player to move. They win Nimstring iff the number d of double-crosses
// still to be played on strings has the parity `wanted` (Sierra, theorem 47). From the empty board
// that is the parity of the number of dots (corollary 48). Informally, d is the number of long
// chains.
struct ChainFormula {
  int open_edges = 0;
  int boxes = 0;         // not yet claimed
  int wanted = 0;        // 0 even, 1 odd
  std::optional<int> d;  // if it no longer depends on play: in a loony endgame
};
ChainFormula chain_formula(const Position& position);

// Computes nim-values by search: the mex over all moves that are not loony, with forced captures
// (Sierra, propositions 20 and 38). It searches each component separately and adds the nim-values.
// It remembers its results. Only one thread may use it at a time.
class NimstringSolver {
 public:
  static constexpr std::size_t kDefaultLimit = 50'000;

  // Searches and remembers at most `limit` positions of components in its lifetime, which also ends
  // after `seconds`. The time begins now.
  explicit NimstringSolver(const Board& board, std::size_t limit = kDefaultLimit,
                           double seconds = std::numeric_limits<double>::infinity());

  // Returns the nim-value of any position, quiet or not. Throws SearchTooLarge, and keeps the
  // results found by then.
  NimValue value(EdgeSet drawn);

 private:
  int quiet_value(EdgeSet quiet);
  int component_value(EdgeSet open);

  Board board_;
  StageTest stage_test_;
  EdgeComponents components_;
  std::size_t limit_;
  double seconds_;
  double end_;
  std::unordered_map<EdgeSet, int> known_;  // by the component's canonical open edges
};

}  // namespace pipo::theory
