// What the statements about exact values need to know of a position, worked out for whole tables.
#pragma once

#include <optional>

#include "theory/loony_value.hpp"
#include "theory/short_chains.hpp"
#include "theory/simple_value.hpp"
#include "theory/stage.hpp"

namespace pipo::theory {

// A position some statement applies to. All values are margins of a loony endgame's controller: the
// position itself, or what the exchange of its short chains leads to.
struct Subject {
  Stage stage = Stage::loony_endgame;
  int boxes = 0;             // not yet claimed, short chains included
  int value = 0;             // V, by recursion over strings and loops
  int controlled = 0;        // CV
  int fully_controlled = 0;  // FCV

  std::optional<Exchange> exchange;  // for Stage::short_chains

  // For a simple loony endgame: its chains and loops, and
  std::optional<Multiset> simple;
  int simple_value = 0;                // v(G), by recursion over chains and loops
  int allcock_opening_cost = 0;        // v(G; C) of the component theorem 1.1 names
  int allcock_control_cost = 0;        // the least v(G; C) when the controller follows theorem 1.3
  int buzzard_ciere_opening_cost = 0;  // v(G; C) of the component Buzzard and Ciere name
};

// Fills in the numbers that follow from subject.simple.
void add_simple(Subject& subject, SimpleSolver& solver);

// Works out subjects. Keeps what it has found, so use one for a whole table, and one a thread.
class Theory {
 public:
  explicit Theory(const Board& board) : stage_test_(board), loony_(board) {}

  const Board& board() const { return loony_.board(); }

  // Returns nothing if no statement applies to the quiet position, which is so for nearly all and
  // takes some 20 ns.
  std::optional<Subject> subject(EdgeSet quiet);

 private:
  void add_endgame(Subject& subject, EdgeSet endgame);

  StageTest stage_test_;
  LoonySolver loony_;
  SimpleSolver simple_;
};

}  // namespace pipo::theory
