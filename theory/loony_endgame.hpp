// Loony endgames with or without joints: the strings and loops that the opener has to offer, their
// values by recursion over these offers, and the exchange of short chains before an endgame.
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "pipopipette/board.hpp"
#include "theory/simple_loony.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {

// Returns m, the largest number of cycles of boxes such that no two share a box (Sierra,
// proposition 85). The search is exhaustive, and instant on boards of up to 64 edges.
int most_disjoint_loops(const Structure& structure);

// Returns n = valence / 2 - joints, the number of strings that will be offered in a loony endgame
// in any order of play. It is also the number d of double-crosses on strings
// (Sierra, proposition 43).
int strings_to_offer(const Structure& structure);

// Returns FCV = boxes - 4n - 8m of a loony endgame. It is the controller's margin if they always
// keep control and the opener offers as many loops as possible (Sierra, proposition 77).
int fully_controlled_value(const Structure& structure);

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

// When an opener can force the controller to keep control, so that the value of a loony endgame
// with joints is its controlled value. The theorem is proved in docs/theory.md.
inline constexpr Source kForcedControl{"Pipopipette", "theorem 1"};

// Returns whether theorem 1 shows that V(G) = CV(G) for a loony endgame with this structure and
// controlled value. That is so if the controlled value is 2 or more, no 4-loop is locked, and at
// most one 6-loop is. A loop is locked if it is a cup now, of 3 or 5 boxes, and the opener has to
// offer longer strings first to make it an independent loop. Shackles lock no loop if one cup has 3
// boxes or the cups have different lengths: the opener offers the shorter one.
bool controlled_value_is_value(const Structure& structure, int controlled);

// The exchange of a position in which every string is long or an independent chain, with at least
// one short chain, if the players offer the short chains before anything else, 1-chains first. A
// loony endgame follows.
struct Exchange {
  int chains = 0;         // number of short chains
  int to_controller = 0;  // boxes taken by the player who will be in control
  int to_opener = 0;      // boxes taken by the opponent: 0, 1 or 2 more (Sierra, proposition 39)
  bool next_player_controls =
      false;         // the player to move offers the last one: an odd number of chains
  IndexSet endgame;  // the loony endgame after it

  // Returns the cost of the exchange for the player who will be in control: 0, 1 or 2.
  int cost() const { return to_opener - to_controller; }
};

// Returns the exchange of a quiet position with Stage::short_chains. Throws BadInput for any other
// position.
Exchange exchange_of(const Position& quiet);

// Returns the margin for the player to move; v is the value of the loony endgame for its
// controller. The margin is v less the cost of the exchange if the player to move will be in
// control, otherwise the negative of that.
//
// This holds for any order of play, not only if the short chains come first. Suppose a
// player offers a string of k boxes before an exchange of cost e, and v' is the value of the
// endgame left behind the string. Then the opponent makes k - 2 + |v' - e - 2| instead of
// k - 2 + |v' - 2|, which is at most e less. A player about to be in control has at least -2
// without this offer; k >= 3 and the parity of v settle the rest. The same applies to loops.
int value_before_exchange(const Exchange& exchange, int v);

}  // namespace pipo::theory
