#include "theory/theory.hpp"

#include <algorithm>
#include <limits>

#include "theory/allcock.hpp"
#include "theory/buzzard_ciere.hpp"
#include "theory/disjoint_loops.hpp"

namespace pipo::theory {
namespace {

// Returns the controller's margin by theorem 1.3, if the opener opens the component that costs
// least under it.
int value_under_control_rule(SimpleSolver& solver, const Multiset& multiset) {
  if (multiset.empty()) return 0;
  int least = std::numeric_limits<int>::max();
  for (const Simple opened : multiset.distinct()) {
    const Multiset rest = multiset.without(opened);
    const int v = solver.value(rest);
    const int margin = allcock::keeps_control(opened, rest)
                           ? opened.length - 2 * handout_boxes(opened.shape) + v
                           : opened.length - v;
    least = std::min(least, margin);
  }
  return least;
}

}  // namespace

void add_simple(Subject& subject, SimpleSolver& solver) {
  const Multiset& multiset = *subject.simple;
  subject.simple_value = solver.value(multiset);
  subject.allcock_control_cost = value_under_control_rule(solver, multiset);
  if (multiset.empty()) return;
  subject.allcock_opening_cost = solver.value_of_opening(multiset, allcock::opening(multiset));
  subject.buzzard_ciere_opening_cost =
      solver.value_of_opening(multiset, buzzard_ciere::opening(multiset));
}

std::optional<Subject> Theory::subject(EdgeSet quiet) {
  const Stage stage = stage_test_.stage(quiet);
  if (stage == Stage::before) return std::nullopt;
  Subject subject;
  subject.stage = stage;
  EdgeSet endgame = quiet;
  if (subject.stage == Stage::short_chains) {
    subject.exchange = exchange_of(board(), quiet);
    endgame = subject.exchange->endgame;
    subject.boxes = subject.exchange->to_controller + subject.exchange->to_opener;
  }
  add_endgame(subject, endgame);
  return subject;
}

void Theory::add_endgame(Subject& subject, EdgeSet endgame) {
  const Structure structure = structure_of({board(), endgame});
  subject.boxes += structure.boxes();
  subject.value = loony_.value(endgame);
  subject.controlled = loony_.controlled_value(endgame);
  subject.fully_controlled = fully_controlled_value(structure);
  if (subject.stage == Stage::loony_endgame && structure.is_simple()) {
    subject.simple = structure.multiset();
    add_simple(subject, simple_);
  }
}

}  // namespace pipo::theory
