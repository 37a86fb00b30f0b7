// What the theory advises the player to move, as data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "probe/board/settle.hpp"
#include "theory/loony_value.hpp"
#include "theory/nimstring.hpp"
#include "theory/source.hpp"
#include "theory/stage.hpp"

namespace pipo::theory {

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
  bool best = false;          // no other advice is better; false for all where the theory is silent
  bool after_taking = false;  // for after the boxes on offer now were all taken
  // What is given away or on offer: a string or a loop, and its number of boxes. For
  // Action::nimstring the boxes the move sacrifices, 0, 1 or 2.
  Shape shape = Shape::chain;
  int boxes = 0;
  int handed_back = 0;          // Action::keep_control: 2 or 4
  std::vector<int> components;  // indices into the structure's components that are alike; the boxes
                                // on offer belong to none
  std::vector<int> moves;       // what to draw, in order, as DBN indices
  EdgeSet edges = 0;          // all edges that do as well as moves.front(), when there is one move
  std::optional<int> margin;  // for the player to move, boxes on offer included
  std::optional<int> cost;    // Action::open in a loony endgame: v(G; C), what the controller makes
  Source source;              // where the margin, or the rule, comes from
};

// Finds advice on the positions of one board. Not for use by two threads at once.
class Adviser {
 public:
  Adviser(const Board& board, std::size_t nimstring_limit);

  // The margin for the player to move in a quiet position, where a theorem gives it: in a loony
  // endgame and when an exchange of short chains leads to one.
  std::optional<Derived> margin(EdgeSet quiet);

  // The nim-value of any position; nothing when the search would be too large.
  std::optional<NimValue> nim_value(EdgeSet drawn);

  // For the player who must move in a quiet position, best first: what to open where the theory
  // gives margins; else the moves that win Nimstring, if there are any and the search is not too
  // large.
  std::vector<Advice> moves(EdgeSet quiet);

  // For the player with boxes on offer, best first: take them or keep control. Empty when quiet.
  std::vector<Advice> answers(EdgeSet drawn);

  LoonySolver& loony() { return loony_; }
  Stage stage(EdgeSet quiet) const { return stage_test_.stage(quiet); }

 private:
  std::vector<Advice> openings(EdgeSet quiet);
  std::vector<Advice> nimstring_moves(EdgeSet quiet);
  Advice opening(EdgeSet quiet, const Structure& structure, const Offer& offer);
  void choose_by_nimstring(EdgeSet quiet, Advice& take, Advice& keep);

  Board board_;
  StageTest stage_test_;
  LoonySolver loony_;
  NimstringSolver nimstring_;
};

}  // namespace pipo::theory
