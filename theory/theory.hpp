// The facts about a position that the statements need, computed for whole tables.
#pragma once

#include <optional>

#include "theory/loony_value.hpp"
#include "theory/short_chains.hpp"
#include "theory/simple_value.hpp"
#include "theory/stage.hpp"

namespace pipo::theory {

// A position to which some statement applies. All values are margins for the controller of a loony
// endgame: the position itself, or the endgame after the exchange of its short chains.
struct Subject {
  Stage stage = Stage::loony_endgame;
  int boxes = 0;             // not yet claimed, short chains included
  int value = 0;             // V, by recursion over strings and loops
  int controlled = 0;        // CV
  int fully_controlled = 0;  // FCV

  // For a loony endgame:
  int strings = 0, loops = 0;   // n and m, the numbers of strings and loops to be offered
  bool forced_control = false;  // theorem 1 applies: V = CV
  // The least V(G|H) over the offers that Sierra's proposition 70 leaves: of the independent chains
  // and of the loops, only the shortest. And over those that proposition 71 leaves, too: no chain
  // of 5 or more boxes if a loop is no longer.
  int shortest_first_cost = 0;
  int loop_first_cost = 0;

  std::optional<Exchange> exchange;  // for Stage::short_chains

  // For a simple loony endgame: its chains and loops, and the values below.
  std::optional<Multiset> simple;
  int simple_value = 0;                // v(G), by recursion over chains and loops
  int allcock_opening_cost = 0;        // v(G; C) of the component that theorem 1.1 names
  int allcock_control_cost = 0;        // the least v(G; C) if the controller follows theorem 1.3
  int buzzard_ciere_opening_cost = 0;  // v(G; C) of the component that Buzzard and Ciere name
};

// Fills in the numbers that follow from subject.simple.
void add_simple(Subject& subject, SimpleSolver& solver);

// Computes subjects. It remembers its results, so use one object per thread for a whole table.
class Theory {
 public:
  explicit Theory(const Board& board) : stage_test_(board), loony_(board) {}

  const Board& board() const { return loony_.board(); }

  // Returns nothing if no statement applies to the quiet position. That is the case for nearly all
  // positions and takes about 20 ns.
  std::optional<Subject> subject(EdgeSet quiet);

 private:
  void add_endgame(Subject& subject, EdgeSet endgame);
  void add_orders(Subject& subject, EdgeSet endgame, const Structure& structure);

  StageTest stage_test_;
  LoonySolver loony_;
  SimpleSolver simple_;
};

}  // namespace pipo::theory
