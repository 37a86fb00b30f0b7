#include "theory/statements.hpp"

#include <algorithm>
#include <limits>

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

Verdict verdict(bool holds) {
  return holds ? Verdict::holds : Verdict::mismatch;
}

// The check of a statement about loony endgames. Their value v is the controller's margin, so it is
// -v for the player to move.
template <class Holds>
constexpr auto loony(Holds) {
  return +[](const Subject& subject, int value) {
    if (subject.stage != Stage::loony_endgame) return Verdict::not_applicable;
    return verdict(Holds{}(subject, -value));
  };
}

// The same for simple loony endgames.
template <class Holds>
constexpr auto simple(Holds) {
  return +[](const Subject& subject, int value) {
    return subject.simple ? verdict(Holds{}(subject, -value)) : Verdict::not_applicable;
  };
}

Verdict parity(const Subject& subject, int value) {
  return verdict((value - subject.boxes) % 2 == 0);
}

Verdict allcock_modulo_four(const Subject& subject, int value) {
  if (!subject.simple || subject.boxes % 2 != 0 || subject.simple->chains_of(3) > 0) {
    return Verdict::not_applicable;
  }
  return verdict((value + subject.boxes) % 4 == 0);
}

Verdict controlled_from_two(const Subject& subject, int value) {
  if (!subject.simple || subject.controlled < 2) return Verdict::not_applicable;
  return verdict(-value == controlled_value(*subject.simple));
}

Verdict no_small_components(const Subject& subject, int value) {
  if (!subject.simple || subject.simple->empty() || subject.simple->chains_of(3) > 0 ||
      subject.simple->loops_of(4) > 0 || subject.simple->loops_of(6) > 0) {
    return Verdict::not_applicable;
  }
  return verdict(-value == controlled_value(*subject.simple));
}

Verdict short_chains(const Subject& subject, int value) {
  if (!subject.exchange) return Verdict::not_applicable;
  const int cost = subject.exchange->cost();
  return verdict(cost >= 0 && cost <= 2 &&
                 value == value_before_exchange(*subject.exchange, subject.value));
}

Verdict forced_control(const Subject& subject, int value) {
  const bool applies = subject.stage == Stage::loony_endgame && !subject.simple;
  if (!applies || !subject.forced_control) return Verdict::not_applicable;
  return verdict(-value == subject.controlled);
}

// The value if two strings or loops are left to be offered: cases a to e of the proof of
// theorem 83.
Verdict last_two(const Subject& subject, int value) {
  if (subject.stage != Stage::loony_endgame || subject.strings + subject.loops != 2) {
    return Verdict::not_applicable;
  }
  int twice_lost = 4;  // two boxes of a string
  if (subject.simple && subject.loops > 0) twice_lost = 8;
  if (subject.simple && subject.loops == 1 && subject.simple->chains_of(3) == 1) {
    twice_lost = 6;  // the controller takes the loop and loses the 3-chain
  }
  return verdict(-value == subject.boxes - twice_lost);
}

Verdict terminal_bonus(const Subject& subject, int value) {
  if (subject.stage != Stage::loony_endgame || subject.boxes == 0) return Verdict::not_applicable;
  return verdict(-value >= subject.fully_controlled + 4);
}

constexpr Statement kStatements[] = {
    {"recursion",
     "the recursion over strings and loops gives the value of a loony endgame",
     {"Sierra", "proposition 75"},
     loony([](const Subject& subject, int v) { return v == subject.value; })},
    {"simple-recursion",
     "the recursion over chains and loops gives the value of a simple loony endgame",
     {"Allcock", "equations 2.1 and 2.2"},
     simple([](const Subject& subject, int v) { return v == subject.simple_value; })},
    {"allcock-4.1",
     "the explicit value of a simple loony endgame",
     {"Allcock", "theorem 4.1"},
     simple([](const Subject& subject, int v) {
       return v == allcock::explicit_value(*subject.simple).value;
     })},
    {"allcock-4.2",
     "the procedural value of a simple loony endgame",
     {"Allcock", "theorem 4.2"},
     simple([](const Subject& subject, int v) {
       return v == allcock::procedural_value(*subject.simple).value;
     })},
    {"allcock-1.1",
     "the opener's rule names a component that costs no more than any other",
     {"Allcock", "theorem 1.1"},
     simple([](const Subject& subject, int v) { return v == subject.allcock_opening_cost; })},
    {"allcock-1.3",
     "the controller's rule gains the value, whatever the opener opens",
     {"Allcock", "theorem 1.3"},
     simple([](const Subject& subject, int v) { return v == subject.allcock_control_cost; })},
    {"allcock-1.4",
     "the value of a simple loony endgame exceeds 2 exactly when the rule says so",
     {"Allcock", "theorem 1.4"},
     simple([](const Subject& subject, int v) {
       return (v > 2) == allcock::exceeds_two(*subject.simple);
     })},
    {"buzzard-ciere",
     "the value of a simple loony endgame without a game tree",
     {"Buzzard-Ciere", "theorems 10 and 12, corollaries 22, 24, 27 and 30"},
     simple([](const Subject& subject, int v) {
       return v == buzzard_ciere::value(*subject.simple).value;
     })},
    {"buzzard-ciere-opening",
     "opening the shortest chain or the shortest loop, as the rule says, attains the value",
     {"Buzzard-Ciere", "corollary 3 and theorem 18"},
     simple([](const Subject& subject, int v) { return v == subject.buzzard_ciere_opening_cost; })},
    {"parity",
     "a value has the parity of the number of boxes left",
     {"Allcock", "lemma 2.2(2), of simple endgames"},
     parity},
    {"modulo-four",
     "without 3-chains an even value is the number of boxes left modulo 4",
     {"Allcock", "section 2, after lemma 2.2"},
     allcock_modulo_four},
    {"controlled-from-2",
     "a controlled value of 2 or more is the value of a simple loony endgame",
     {"Allcock", "theorem 3.2"},
     controlled_from_two},
    {"no-small-components",
     "without 3-chains, 4-loops and 6-loops the controlled value is the value",
     {"Sierra", "corollary 88"},
     no_small_components},
    {"non-negative",
     "the value of a loony endgame is not negative for its controller",
     {"Sierra", "proposition 69"},
     loony([](const Subject&, int v) { return v >= 0; })},
    {"half-win",
     "the controller of a loony endgame takes at least half of its boxes",
     {"Sierra", "theorem 34 (Mao-Peng, theorem 3.5)"},
     // The controller's share is (boxes + v) / 2.
     loony([](const Subject& subject, int v) { return subject.boxes + v >= subject.boxes; })},
    {"fully-controlled",
     "the controller gains at least the fully controlled value",
     {"Sierra", "propositions 33 and 77"},
     loony([](const Subject& subject, int v) { return v >= subject.fully_controlled; })},
    {"controlled",
     "the controller gains at least the controlled value",
     {"Sierra", "proposition 80"},
     loony([](const Subject& subject, int v) { return v >= subject.controlled; })},
    {"controlled-with-joints",
     "with joints and few locked loops, a controlled value of 2 or more is the value",
     kForcedControl, forced_control},
    {"terminal-bonus",
     "the controller gains at least 4 more than the fully controlled value",
     {"Sierra", "corollary 84"},
     terminal_bonus},
    {"last-two",
     "the value if two strings or loops are left to be offered",
     {"Sierra", "proposition 78 and the proof of theorem 83"},
     last_two},
    {"shortest-first",
     "of the independent chains and of the loops, the shortest is no worse to open",
     {"Sierra", "proposition 70 (Mao-Peng, proposition 3.10)"},
     loony([](const Subject& subject, int v) { return v == subject.shortest_first_cost; })},
    {"loop-first",
     "a loop is no worse to open than an independent chain as long, of 5 or more boxes",
     {"Sierra", "proposition 71 (Mao-Peng, proposition 3.11)"},
     loony([](const Subject& subject, int v) { return v == subject.loop_first_cost; })},
    {"short-chains",
     "exchanging short chains costs their controller 0, 1 or 2, by the count",
     {"Sierra", "proposition 39"},
     short_chains},
};

void keep_least(std::optional<Tally::Mismatch>& kept, const Tally::Mismatch& found) {
  if (!kept || found.quiet < kept->quiet) kept = found;
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

std::span<const Statement> statements() {
  return kStatements;
}

void Audit::check(EdgeSet quiet, int value) {
  const std::optional<Subject> subject = theory_.subject(quiet);
  if (!subject) return;
  ++positions_;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const Verdict verdict = statements()[i].check(*subject, value);
    if (verdict == Verdict::holds) ++tallies_[i].held;
    if (verdict != Verdict::mismatch) continue;
    ++tallies_[i].mismatched;
    keep_least(tallies_[i].example, {quiet, value});
  }
}

void Audit::merge(const Audit& other) {
  positions_ += other.positions_;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    tallies_[i].held += other.tallies_[i].held;
    tallies_[i].mismatched += other.tallies_[i].mismatched;
    if (other.tallies_[i].example) keep_least(tallies_[i].example, *other.tallies_[i].example);
  }
}

}  // namespace pipo::theory
