// The value of an arbitrary loony endgame, joints and all, by recursion over what the opener
// offers.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "theory/simple_value.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

// What one move gives away: a string or an independent loop (Sierra, proposition 41). A string of
// the graph that is a cup runs on through its joint when that has three open edges, so that
// `length` may be more than the string's own.
struct Offer {
  Shape shape = Shape::chain;  // chain for a string
  int length = 0;              // boxes offered
  int edge = 0;                // an edge that offers it
  EdgeSet rest = 0;            // the position once it is taken
};

// One offer for each string and loop of a quiet position, in the order of the structure.
std::vector<Offer> offers(const Board& board, EdgeSet quiet, const Structure& structure);

// Remembers what it has found, so ask one solver about many positions of one board. Positions must
// be loony endgames, else BadInput is thrown. Not for use by two threads at once.
class LoonySolver {
 public:
  // Once it remembers this many positions (about 100 MB) it forgets them all.
  static constexpr std::size_t kMostRemembered = 2'000'000;

  explicit LoonySolver(const Board& board) : board_(board) {}

  const Board& board() const { return board_; }

  // V(G): the controller's margin under best play by both (Sierra, definition 67).
  int value(EdgeSet quiet);

  // V(G|H): the same once the opener has offered H.
  int value_of_offer(const Offer& offer);

  // CV(G): the controller's margin when he keeps control to the last component, save that he takes
  // a loop whole when only 3-chains remain; the opener knows. On simple loony endgames this is
  // Allcock's c(G). It differs from Sierra's definition 79, under which two or more 3-chains do not
  // count as an end; his proposition 80 holds for both, his theorem 87 only for this one.
  int controlled_value(EdgeSet quiet);

  // TB(G) = CV(G) - FCV(G) (Sierra, definition 81).
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
