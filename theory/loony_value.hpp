// The value of an arbitrary loony endgame, even with joints, by recursion over the offers of the
// opener.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "theory/simple_value.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

// The boxes that one move gives away: a string or an independent loop (Sierra, proposition 41). If
// a string of the graph is a cup on a joint with three open edges, the offer continues through that
// joint. `length` may then exceed the string's own length.
struct Offer {
  Shape shape = Shape::chain;  // chain for a string
  int length = 0;              // boxes offered
  int edge = 0;                // an edge that offers it
  EdgeSet rest = 0;            // the position after it is taken
};

// Returns one offer for each string and loop of a quiet position, in the order of the structure.
std::vector<Offer> offers(const Board& board, EdgeSet quiet, const Structure& structure);

// Computes values of loony endgames. It remembers its results, so use one solver for many positions
// of one board. Throws BadInput for positions that are not loony endgames. Only one thread may use
// it at a time.
class LoonySolver {
 public:
  // The limit of remembered positions (about 100 MB). At the limit the solver forgets them all.
  static constexpr std::size_t kMostRemembered = 2'000'000;

  explicit LoonySolver(const Board& board) : board_(board) {}

  const Board& board() const { return board_; }

  // Returns V(G), the controller's margin under best play by both (Sierra, definition 67).
  int value(EdgeSet quiet);

  // Returns V(G|H), the same margin after the opener has offered H.
  int value_of_offer(const Offer& offer);

  // Returns CV(G), the controller's margin if they keep control to the last component, and the
  // opener knows it. There is one exception: the controller takes a loop whole if only 3-chains
  // remain after it. On simple loony endgames CV(G) is Allcock's c(G). Sierra's definition 79
  // differs: two or more 3-chains do not count as an end there. Sierra's proposition 80 holds for
  // both definitions, theorem 87 only for this one.
  int controlled_value(EdgeSet quiet);

  // Returns TB(G) = CV(G) - FCV(G) (Sierra, definition 81).
  int terminal_bonus(EdgeSet quiet);

 private:
  struct Values {
    int value = 0;
    int controlled = 0;
  };
  Values look_up(EdgeSet quiet);
  Values search(EdgeSet quiet);
  int controlled_value_of_offer(const Offer& offer, const Values& rest);

  Board board_;
  std::unordered_map<EdgeSet, Values> known_;
};

}  // namespace pipo::theory
