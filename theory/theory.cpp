#include "theory/theory.hpp"

#include <algorithm>
#include <limits>

#include "theory/allcock.hpp"
#include "theory/buzzard_ciere.hpp"
#include "theory/disjoint_loops.hpp"
#include "theory/forced_control.hpp"

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
    subject.exchange = exchange_of({board(), quiet});
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
  if (subject.stage != Stage::loony_endgame) return;
  subject.strings = strings_to_offer(structure);
  subject.loops = most_disjoint_loops(structure);
  subject.forced_control = controlled_value_is_value(structure, subject.controlled);
  add_orders(subject, endgame, structure);
  if (structure.is_simple()) {
    subject.simple = structure.multiset();
    add_simple(subject, simple_);
  }
}

void Theory::add_orders(Subject& subject, EdgeSet endgame, const Structure& structure) {
  if (structure.boxes() == 0) return;
  const Multiset independent = structure.multiset();
  constexpr int infinite = std::numeric_limits<int>::max();
  const int chain = independent.chains().empty() ? infinite : independent.chains().front();
  const int loop = independent.loops().empty() ? infinite : independent.loops().front();
  subject.shortest_first_cost = subject.loop_first_cost = infinite;
  const std::vector<Offer> all = offers(board(), endgame, structure);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_loop = all[i].shape == Shape::loop;
    const bool is_chain = !is_loop && structure.strings[i].stops == std::array{kGround, kGround};
    const int length = all[i].length;
    if ((is_chain && length > chain) || (is_loop && length > loop)) continue;
    const int cost = loony_.value_of_offer(all[i]);
    subject.shortest_first_cost = std::min(subject.shortest_first_cost, cost);
    if (is_chain && length > 4 && loop <= length) continue;
    subject.loop_first_cost = std::min(subject.loop_first_cost, cost);
  }
}

}  // namespace pipo::theory
