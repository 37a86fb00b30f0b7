// Advice of the theory to the player to move, as data: what to open in an endgame, how to answer
// boxes on offer, and which moves win Nimstring. In Nimstring, the moves are those of
// Dots-and-Boxes, but the first player unable to complete a turn loses.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "probe/board/nim_value.hpp"
#include "probe/board/settle.hpp"
#include "theory/loony_endgame.hpp"
#include "theory/source.hpp"
#include "theory/stage.hpp"

namespace pipo::theory {

// The sources for the winner of loony positions and of positions with a nim-value.
inline constexpr Source kLoonyRule{"Sierra", "proposition 36"};
inline constexpr Source kNimstringRule{"Sierra", "corollary 24"};

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

// The moves to draw if boxes are on offer: edges in the order in which to draw them, as DBN
// indices.
struct Replies {
  // Captures every capturable box until none is left; empty in a quiet position. The player then
  // makes another move.
  std::vector<int> take_all;
  // Captures all but two or four boxes and hands these back. The opponent takes them and has to
  // move first in the rest. Empty if that is impossible: Settlement::handout is none.
  std::vector<int> keep_control;
};

Replies replies(const Board& board, EdgeSet drawn);

enum class Action {
  open,             // give away a long string or a loop
  offer,            // give away one or two boxes, which cannot be handed back
  take,             // take all boxes on offer, which cannot be handed back
  keep_control,     // take all but two or four boxes on offer and hand these back
  give_up_control,  // take all boxes on offer although some could be handed back
  nimstring,        // leave a position of nim-value 0
};

struct Advice {
  Action action = Action::open;
  bool best = false;          // no advice is better; false for all if the theory does not say
  bool after_taking = false;  // applies once all boxes now on offer are taken
  // The shape given away or on offer, a string or a loop, and its number of boxes. For
  // Action::nimstring, `boxes` is the number of boxes that the move sacrifices: 0, 1 or 2.
  Shape shape = Shape::chain;
  int boxes = 0;
  int handed_back = 0;          // Action::keep_control: 2 or 4
  std::vector<int> components;  // indices of alike components; boxes on offer belong to none
  std::vector<int> moves;       // edges to draw, in order, as DBN indices
  IndexSet edges;               // if there is one move: all edges that are as good as moves.front()
  std::optional<int> margin;    // for the player to move, boxes on offer included
  std::optional<int> cost;      // Action::open in a loony endgame: v(G; C), the controller's margin
  Source source;                // source of the margin, or of the rule
};

// Finds the nim-value of any position; nothing if the search would be too large. The theory itself
// does not search (search/explain.hpp).
using NimValueOf = std::function<std::optional<NimValue>(const Position&)>;

// Returns the moves of a quiet position that win Nimstring, those first that sacrifice least;
// nothing if there are none or if their nim-values are not known. The board may be of any size.
std::vector<Advice> nimstring_moves(const Position& quiet, const NimValueOf& nim_value);

// Finds advice on the positions of one board. Only one thread may use it at a time.
class Adviser {
 public:
  Adviser(const Board& board, NimValueOf nim_value);

  // Returns the margin for the player to move in a quiet position, if a theorem gives it: in a
  // loony endgame, or if an exchange of short chains leads to one.
  std::optional<Derived> margin(EdgeSet quiet);

  // Returns advice for the player to move in a quiet position, best first. If the theory gives
  // margins, the advice is what to open. Otherwise it is the moves that win Nimstring, if there are
  // any and their nim-values are known.
  std::vector<Advice> moves(EdgeSet quiet);

  // Returns advice for the player with boxes on offer, best first: take them, or keep control.
  // Returns nothing for a quiet position.
  std::vector<Advice> answers(EdgeSet drawn);

  LoonySolver& loony() { return loony_; }
  Stage stage(EdgeSet quiet) const { return stage_test_.stage(quiet); }

 private:
  std::vector<Advice> openings(EdgeSet quiet);
  Advice opening(EdgeSet quiet, const Structure& structure, const Offer& offer);
  void choose_by_nimstring(EdgeSet quiet, Advice& take, Advice& keep) const;

  Board board_;
  StageTest stage_test_;
  LoonySolver loony_;
  NimValueOf nim_value_;
};

}  // namespace pipo::theory
