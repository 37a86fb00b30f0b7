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
  return +[](const EndgameFacts& facts, int value) {
    if (facts.stage != Stage::loony_endgame) return Verdict::not_applicable;
    return verdict(Holds{}(facts, -value));
  };
}

// The same for simple loony endgames.
template <class Holds>
constexpr auto simple(Holds) {
  return +[](const EndgameFacts& facts, int value) {
    return facts.simple ? verdict(Holds{}(facts, -value)) : Verdict::not_applicable;
  };
}

Verdict parity(const EndgameFacts& facts, int value) {
  return verdict((value - facts.boxes) % 2 == 0);
}

Verdict allcock_modulo_four(const EndgameFacts& facts, int value) {
  if (!facts.simple || facts.boxes % 2 != 0 || facts.simple->chains_of(3) > 0) {
    return Verdict::not_applicable;
  }
  return verdict((value + facts.boxes) % 4 == 0);
}

Verdict controlled_from_two(const EndgameFacts& facts, int value) {
  if (!facts.simple || facts.controlled < 2) return Verdict::not_applicable;
  return verdict(-value == controlled_value(*facts.simple));
}

Verdict no_small_components(const EndgameFacts& facts, int value) {
  if (!facts.simple || facts.simple->empty() || facts.simple->chains_of(3) > 0 ||
      facts.simple->loops_of(4) > 0 || facts.simple->loops_of(6) > 0) {
    return Verdict::not_applicable;
  }
  return verdict(-value == controlled_value(*facts.simple));
}

Verdict short_chains(const EndgameFacts& facts, int value) {
  if (!facts.exchange) return Verdict::not_applicable;
  const int cost = facts.exchange->cost();
  return verdict(cost >= 0 && cost <= 2 &&
                 value == value_before_exchange(*facts.exchange, facts.value));
}

Verdict forced_control(const EndgameFacts& facts, int value) {
  const bool applies = facts.stage == Stage::loony_endgame && !facts.simple;
  if (!applies || !facts.forced_control) return Verdict::not_applicable;
  return verdict(-value == facts.controlled);
}

// The value if two strings or loops are left to be offered: cases a to e of the proof of
// theorem 83.
Verdict last_two(const EndgameFacts& facts, int value) {
  if (facts.stage != Stage::loony_endgame || facts.strings + facts.loops != 2) {
    return Verdict::not_applicable;
  }
  int twice_lost = 4;  // two boxes of a string
  if (facts.simple && facts.loops > 0) twice_lost = 8;
  if (facts.simple && facts.loops == 1 && facts.simple->chains_of(3) == 1) {
    twice_lost = 6;  // the controller takes the loop and loses the 3-chain
  }
  return verdict(-value == facts.boxes - twice_lost);
}

Verdict terminal_bonus(const EndgameFacts& facts, int value) {
  if (facts.stage != Stage::loony_endgame || facts.boxes == 0) return Verdict::not_applicable;
  return verdict(-value >= facts.fully_controlled + 4);
}

constexpr Statement kStatements[] = {
    {"recursion",
     "the recursion over strings and loops gives the value of a loony endgame",
     {"Sierra", "proposition 75"},
     loony([](const EndgameFacts& facts, int v) { return v == facts.value; })},
    {"simple-recursion",
     "the recursion over chains and loops gives the value of a simple loony endgame",
     {"Allcock", "equations 2.1 and 2.2"},
     simple([](const EndgameFacts& facts, int v) { return v == facts.simple_value; })},
    {"allcock-4.1",
     "the explicit value of a simple loony endgame",
     {"Allcock", "theorem 4.1"},
     simple([](const EndgameFacts& facts, int v) {
       return v == allcock::explicit_value(*facts.simple).value;
     })},
    {"allcock-4.2",
     "the procedural value of a simple loony endgame",
     {"Allcock", "theorem 4.2"},
     simple([](const EndgameFacts& facts, int v) {
       return v == allcock::procedural_value(*facts.simple).value;
     })},
    {"allcock-1.1",
     "the opener's rule names a component that costs no more than any other",
     {"Allcock", "theorem 1.1"},
     simple([](const EndgameFacts& facts, int v) { return v == facts.allcock_opening_cost; })},
    {"allcock-1.3",
     "the controller's rule gains the value, whatever the opener opens",
     {"Allcock", "theorem 1.3"},
     simple([](const EndgameFacts& facts, int v) { return v == facts.allcock_control_cost; })},
    {"allcock-1.4",
     "the value of a simple loony endgame exceeds 2 exactly when the rule says so",
     {"Allcock", "theorem 1.4"},
     simple([](const EndgameFacts& facts, int v) {
       return (v > 2) == allcock::exceeds_two(*facts.simple);
     })},
    {"buzzard-ciere",
     "the value of a simple loony endgame without a game tree",
     {"Buzzard-Ciere", "theorems 10 and 12, corollaries 22, 24, 27 and 30"},
     simple([](const EndgameFacts& facts, int v) {
       return v == buzzard_ciere::value(*facts.simple).value;
     })},
    {"buzzard-ciere-opening",
     "opening the shortest chain or the shortest loop, as the rule says, attains the value",
     {"Buzzard-Ciere", "corollary 3 and theorem 18"},
     simple(
         [](const EndgameFacts& facts, int v) { return v == facts.buzzard_ciere_opening_cost; })},
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
     loony([](const EndgameFacts&, int v) { return v >= 0; })},
    {"half-win",
     "the controller of a loony endgame takes at least half of its boxes",
     {"Sierra", "theorem 34 (Mao-Peng, theorem 3.5)"},
     // The controller's share is (boxes + v) / 2.
     loony([](const EndgameFacts& facts, int v) { return facts.boxes + v >= facts.boxes; })},
    {"fully-controlled",
     "the controller gains at least the fully controlled value",
     {"Sierra", "propositions 33 and 77"},
     loony([](const EndgameFacts& facts, int v) { return v >= facts.fully_controlled; })},
    {"controlled",
     "the controller gains at least the controlled value",
     {"Sierra", "proposition 80"},
     loony([](const EndgameFacts& facts, int v) { return v >= facts.controlled; })},
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
     loony([](const EndgameFacts& facts, int v) { return v == facts.shortest_first_cost; })},
    {"loop-first",
     "a loop is no worse to open than an independent chain as long, of 5 or more boxes",
     {"Sierra", "proposition 71 (Mao-Peng, proposition 3.11)"},
     loony([](const EndgameFacts& facts, int v) { return v == facts.loop_first_cost; })},
    {"short-chains",
     "exchanging short chains costs their controller 0, 1 or 2, by the count",
     {"Sierra", "proposition 39"},
     short_chains},
};

void keep_least(std::optional<Tally::Mismatch>& kept, const Tally::Mismatch& found) {
  if (!kept || found.quiet < kept->quiet) kept = found;
}

}  // namespace

void add_simple(EndgameFacts& facts, SimpleSolver& solver) {
  const Multiset& multiset = *facts.simple;
  facts.simple_value = solver.value(multiset);
  facts.allcock_control_cost = value_under_control_rule(solver, multiset);
  if (multiset.empty()) return;
  facts.allcock_opening_cost = solver.value_of_opening(multiset, allcock::opening(multiset));
  facts.buzzard_ciere_opening_cost =
      solver.value_of_opening(multiset, buzzard_ciere::opening(multiset));
}

std::optional<EndgameFacts> Theory::facts(EdgeSet quiet) {
  const Stage stage = stage_test_.stage(quiet);
  if (stage == Stage::before) return std::nullopt;
  EndgameFacts facts;
  facts.stage = stage;
  EdgeSet endgame = quiet;
  if (facts.stage == Stage::short_chains) {
    facts.exchange = exchange_of({board(), quiet});
    endgame = facts.exchange->endgame;
    facts.boxes = facts.exchange->to_controller + facts.exchange->to_opener;
  }
  add_endgame(facts, endgame);
  return facts;
}

void Theory::add_endgame(EndgameFacts& facts, EdgeSet endgame) {
  const Structure structure = structure_of({board(), endgame});
  facts.boxes += structure.boxes();
  facts.value = loony_.value(endgame);
  facts.controlled = loony_.controlled_value(endgame);
  facts.fully_controlled = fully_controlled_value(structure);
  if (facts.stage != Stage::loony_endgame) return;
  facts.strings = strings_to_offer(structure);
  facts.loops = most_disjoint_loops(structure);
  facts.forced_control = controlled_value_is_value(structure, facts.controlled);
  add_orders(facts, endgame, structure);
  if (structure.is_simple()) {
    facts.simple = structure.multiset();
    add_simple(facts, simple_);
  }
}

void Theory::add_orders(EndgameFacts& facts, EdgeSet endgame, const Structure& structure) {
  if (structure.boxes() == 0) return;
  const Multiset independent = structure.multiset();
  constexpr int infinite = std::numeric_limits<int>::max();
  const int chain = independent.chains().empty() ? infinite : independent.chains().front();
  const int loop = independent.loops().empty() ? infinite : independent.loops().front();
  facts.shortest_first_cost = facts.loop_first_cost = infinite;
  const std::vector<Offer> all = offers(board(), endgame, structure);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_loop = all[i].shape == Shape::loop;
    const bool is_chain = !is_loop && structure.strings[i].stops == std::array{kGround, kGround};
    const int length = all[i].length;
    if ((is_chain && length > chain) || (is_loop && length > loop)) continue;
    const int cost = loony_.value_of_offer(all[i]);
    facts.shortest_first_cost = std::min(facts.shortest_first_cost, cost);
    if (is_chain && length > 4 && loop <= length) continue;
    facts.loop_first_cost = std::min(facts.loop_first_cost, cost);
  }
}

std::span<const Statement> statements() {
  return kStatements;
}

void Audit::check(EdgeSet quiet, int value) {
  const std::optional<EndgameFacts> facts = theory_.facts(quiet);
  if (!facts) return;
  ++positions_;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    const Verdict verdict = statements()[i].check(*facts, value);
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
