#include "theory/statements.hpp"

#include "theory/allcock.hpp"
#include "theory/buzzard_ciere.hpp"
#include "theory/controlled_value.hpp"

namespace pipo::theory {
namespace {

Verdict verdict(bool holds) {
  return holds ? Verdict::holds : Verdict::mismatch;
}

// Checks a loony endgame. Its value is the controller's margin, so it is -v for the player to move.
template <class Holds>
Verdict of_loony_endgame(const Subject& subject, int value, const Holds& holds) {
  if (subject.stage != Stage::loony_endgame) return Verdict::not_applicable;
  return verdict(holds(-value));
}

template <class Holds>
Verdict of_simple_endgame(const Subject& subject, int value, const Holds& holds) {
  if (!subject.simple) return Verdict::not_applicable;
  return verdict(holds(-value));
}

Verdict recursion(const Subject& subject, int value) {
  return of_loony_endgame(subject, value, [&](int v) { return v == subject.value; });
}

Verdict non_negative(const Subject& subject, int value) {
  return of_loony_endgame(subject, value, [](int v) { return v >= 0; });
}

// Checks that the controller takes at least half of the boxes. Their share is (boxes + v) / 2.
Verdict half_win(const Subject& subject, int value) {
  return of_loony_endgame(subject, value,
                          [&](int v) { return subject.boxes + v >= subject.boxes; });
}

Verdict fully_controlled_bound(const Subject& subject, int value) {
  return of_loony_endgame(subject, value, [&](int v) { return v >= subject.fully_controlled; });
}

Verdict controlled_bound(const Subject& subject, int value) {
  return of_loony_endgame(subject, value, [&](int v) { return v >= subject.controlled; });
}

Verdict parity(const Subject& subject, int value) {
  return verdict((value - subject.boxes) % 2 == 0);
}

Verdict simple_recursion(const Subject& subject, int value) {
  return of_simple_endgame(subject, value, [&](int v) { return v == subject.simple_value; });
}

Verdict allcock_explicit(const Subject& subject, int value) {
  return of_simple_endgame(
      subject, value, [&](int v) { return v == allcock::explicit_value(*subject.simple).value; });
}

Verdict allcock_procedural(const Subject& subject, int value) {
  return of_simple_endgame(
      subject, value, [&](int v) { return v == allcock::procedural_value(*subject.simple).value; });
}

Verdict allcock_opener(const Subject& subject, int value) {
  return of_simple_endgame(subject, value,
                           [&](int v) { return v == subject.allcock_opening_cost; });
}

Verdict allcock_controller(const Subject& subject, int value) {
  return of_simple_endgame(subject, value,
                           [&](int v) { return v == subject.allcock_control_cost; });
}

Verdict allcock_above_two(const Subject& subject, int value) {
  return of_simple_endgame(subject, value,
                           [&](int v) { return (v > 2) == allcock::exceeds_two(*subject.simple); });
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

Verdict buzzard_ciere_value(const Subject& subject, int value) {
  return of_simple_endgame(subject, value,
                           [&](int v) { return v == buzzard_ciere::value(*subject.simple).value; });
}

Verdict buzzard_ciere_opener(const Subject& subject, int value) {
  return of_simple_endgame(subject, value,
                           [&](int v) { return v == subject.buzzard_ciere_opening_cost; });
}

Verdict short_chains(const Subject& subject, int value) {
  if (!subject.exchange) return Verdict::not_applicable;
  const int cost = subject.exchange->cost();
  return verdict(cost >= 0 && cost <= 2 &&
                 value == value_before_exchange(*subject.exchange, subject.value));
}

constexpr Statement kStatements[] = {
    {"recursion",
     "the recursion over strings and loops gives the value of a loony endgame",
     {"Sierra", "proposition 75"},
     recursion},
    {"simple-recursion",
     "the recursion over chains and loops gives the value of a simple loony endgame",
     {"Allcock", "equations 2.1 and 2.2"},
     simple_recursion},
    {"allcock-4.1",
     "the explicit value of a simple loony endgame",
     {"Allcock", "theorem 4.1"},
     allcock_explicit},
    {"allcock-4.2",
     "the procedural value of a simple loony endgame",
     {"Allcock", "theorem 4.2"},
     allcock_procedural},
    {"allcock-1.1",
     "the opener's rule names a component that costs no more than any other",
     {"Allcock", "theorem 1.1"},
     allcock_opener},
    {"allcock-1.3",
     "the controller's rule gains the value, whatever the opener opens",
     {"Allcock", "theorem 1.3"},
     allcock_controller},
    {"allcock-1.4",
     "the value of a simple loony endgame exceeds 2 exactly when the rule says so",
     {"Allcock", "theorem 1.4"},
     allcock_above_two},
    {"buzzard-ciere",
     "the value of a simple loony endgame without a game tree",
     {"Buzzard-Ciere", "theorems 10 and 12, corollaries 22, 24, 27 and 30"},
     buzzard_ciere_value},
    {"buzzard-ciere-opening",
     "opening the shortest chain or the shortest loop, as the rule says, attains the value",
     {"Buzzard-Ciere", "corollary 3 and theorem 18"},
     buzzard_ciere_opener},
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
     non_negative},
    {"half-win",
     "the controller of a loony endgame takes at least half of its boxes",
     {"Sierra", "theorem 34 (Mao-Peng, theorem 3.5)"},
     half_win},
    {"fully-controlled",
     "the controller gains at least the fully controlled value",
     {"Sierra", "propositions 33 and 77"},
     fully_controlled_bound},
    {"controlled",
     "the controller gains at least the controlled value",
     {"Sierra", "proposition 80"},
     controlled_bound},
    {"short-chains",
     "exchanging short chains costs their controller 0, 1 or 2, by the count",
     {"Sierra", "proposition 39"},
     short_chains},
};

}  // namespace

std::span<const Statement> statements() {
  return kStatements;
}

Verdict check(const Statement& statement, Theory& theory, EdgeSet quiet, int value) {
  const std::optional<Subject> subject = theory.subject(quiet);
  return subject ? statement.check(*subject, value) : Verdict::not_applicable;
}

}  // namespace pipo::theory
