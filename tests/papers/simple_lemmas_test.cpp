// Compares the numbered lemmas of Allcock, Buzzard-Ciere and Sierra on simple loony endgames, as
// far as no product code states them, with the recursion over the game tree.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "tests/theory/every_multiset.hpp"
#include "theory/simple_loony.hpp"

namespace pipo::theory::simple_lemmas_test {

constexpr Simple kThree{Shape::chain, 3};
constexpr Simple kFourLoop{Shape::loop, 4};
constexpr Simple kSixLoop{Shape::loop, 6};

// A simple loony endgame with its numbers.
struct Endgame {
  explicit Endgame(Multiset multiset) : g(std::move(multiset)) {}

  static SimpleSolver& solver() {
    static SimpleSolver shared;
    return shared;
  }

  int v() const { return solver().value(g); }
  int c() const { return controlled_value(g); }
  int size() const { return g.size(); }
  int threes() const { return g.chains_of(3); }
  int f() const { return g.loops_of(4); }
  int loops() const { return static_cast<int>(g.loops().size()); }
  int chains() const { return static_cast<int>(g.chains().size()); }
  int cost(Simple one) const { return solver().value_of_opening(g, one); }
  // Returns whether opening this component is optimal.
  bool best(Simple one) const { return g.contains(one) && cost(one) == v(); }
  Simple shortest_loop() const { return {Shape::loop, g.loops().front()}; }
  Simple shortest_chain() const { return {Shape::chain, g.chains().front()}; }
  Endgame without(Simple one) const { return Endgame(g.without(one)); }
  bool is(const char* text) const { return g == Multiset::parse(text); }

  Multiset g;
};

int modulo(int number, int by) {
  return (number % by + by) % by;
}

// Checks `holds` on every endgame with up to 7 components to which `applies`.
void expect(const std::function<bool(const Endgame&)>& applies,
            const std::function<bool(const Endgame&)>& holds, int least_applied = 100) {
  int applied = 0, wrong = 0;
  for_every_multiset(7, [&](const Multiset& multiset) {
    const Endgame endgame(multiset);
    if (multiset.empty() || !applies(endgame)) return;
    ++applied;
    if (!holds(endgame) && ++wrong <= 3) ADD_FAILURE() << to_string(multiset);
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(applied, least_applied);
  ::testing::Test::RecordProperty("endgames", applied);
}

// Allcock, theorem 2.1: the margin of a controller K who keeps control, except that K takes the
// last component whole, and a loop if only 3-chains remain. K is then the opener of the 3-chains,
// until the opponent gives up control, when K returns to the strategy.
int margin_of_strategy(const Multiset& left);

// The margin of the opponent, who controls this number of 3-chains and may give up control.
int margin_against_strategy(int three_chains) {
  if (three_chains == 0) return 0;
  const int keep = 1 - 2 + margin_against_strategy(three_chains - 1);
  const std::vector<int> rest(static_cast<std::size_t>(three_chains) - 1, 3);
  return std::max(three_chains > 1 ? keep : 3, 3 - margin_of_strategy(Multiset(rest, {})));
}

int margin_of_strategy(const Multiset& left) {
  int least = left.empty() ? 0 : 1000;
  for (const Simple one : left.distinct()) {
    const Multiset rest = left.without(one);
    const int threes = rest.chains_of(3);
    const int lost = 2 * (one.shape == Shape::loop ? 4 : 2);
    int margin = one.length - lost + (rest.empty() ? lost : margin_of_strategy(rest));
    if (one.shape == Shape::loop && threes > 0 && threes == rest.components()) {
      margin = one.length - margin_against_strategy(threes);
    }
    least = std::min(least, margin);
  }
  return least;
}

TEST(Allcock, Theorem21IsTheMarginOfTheStrategy) {
  int seen = 0;
  for_every_multiset(5, [&](const Multiset& multiset) {
    ++seen;
    EXPECT_EQ(margin_of_strategy(multiset), controlled_value(multiset)) << to_string(multiset);
  });
  EXPECT_EQ(seen, 6'188);
}

TEST(Allcock, Lemma31TinyPositions) {
  expect([](const Endgame& e) { return e.g.components() == 1; },
         [](const Endgame& e) { return e.v() == e.c(); }, 12);
  expect([](const Endgame& e) { return e.threes() == 1 && e.chains() == 1 && e.loops() == 1; },
         [](const Endgame& e) { return e.v() == e.c() && e.best(e.shortest_loop()); }, 5);
}

TEST(Allcock, Theorem32OptimalMoves) {
  expect([](const Endgame& e) { return e.c() >= 2; },
         [](const Endgame& e) {
           if (e.threes() > 0 && e.chains() > 1) return e.best(kThree);
           return e.best(e.loops() > 0 ? e.shortest_loop() : e.shortest_chain());
         });
}

TEST(Allcock, Lemma33LargeControlledValues) {
  expect([](const Endgame& e) { return e.c() >= 2; },
         [](const Endgame& e) {
           return std::ranges::all_of(e.g.distinct(), [&](Simple one) {
             const Endgame rest = e.without(one);
             if (terminal_bonus(rest.g) != terminal_bonus(e.g)) return true;
             const bool small = one == kThree || one == kFourLoop || one == kSixLoop;
             const bool high = rest.c() >= (one.shape == Shape::loop ? 4 : 2);
             return (!small && !high) || e.best(one);
           });
         });
}

TEST(Allcock, Lemma34SixLoops) {
  expect([](const Endgame& e) { return e.threes() == 0 && e.f() == 0 && e.c() <= 4; },
         [](const Endgame& e) {
           const int value = e.size() % 2 != 0 ? 3 : e.size() % 4 == 2 ? 2 : 4;
           const bool six = e.c() >= 2 || (e.g.loops_of(6) >= 2 && e.best(kSixLoop));
           return e.v() == value && six;
         });
}

TEST(Allcock, Lemma35ThreeChains) {
  expect([](const Endgame& e) { return e.c() < 2 && e.f() == 0 && e.threes() > 0; },
         [](const Endgame& e) {
           const bool three = e.threes() == 1 && e.size() % 4 == 3;
           return e.best(kThree) && e.v() == (e.size() % 2 == 0 ? 2 : three ? 3 : 1);
         });
}

TEST(Allcock, Lemma36ThreeChainsAndFourLoops) {
  expect([](const Endgame& e) { return e.threes() + e.f() == e.g.components(); },
         [](const Endgame& e) {
           int value = e.size() % 2 == 0 ? 2 : 1;
           if (e.threes() == 0) value = e.size() % 8;
           if (e.threes() == 1 && e.f() % 2 == 0) value = 3;
           const bool loop = e.f() > 0 && (e.threes() % 2 == 0 || e.threes() == 1);
           const bool chain = e.threes() > 0 && (e.threes() >= 2 || e.f() % 2 == 0);
           return e.v() == value && e.best(kFourLoop) == loop && e.best(kThree) == chain;
         },
         30);
}

TEST(Allcock, Lemma37FourLoops) {
  expect([](const Endgame& e) { return e.f() > 0 && e.c() >= -2; },
         [](const Endgame& e) {
           return e.v() == (e.is("3+3+4l") ? 2 : std::abs(e.c())) &&
                  (e.is("3+3+3+4l") || e.best(kFourLoop));
         });
}

// The values of lemmas 3.8 and 3.10.
int value_by_four_loops(const Endgame& e) {
  if (e.c() + 4 * e.f() >= 2) return std::min(modulo(e.c(), 8), modulo(-e.c(), 8));
  if (modulo(e.c(), 4) == 2) return 2;
  const bool odd = e.c() % 2 != 0;
  return e.f() % 2 != 0 ? (odd ? 1 : 0) : (odd ? 3 : 4);
}

TEST(Allcock, Lemma38WithoutThreeChains) {
  expect([](const Endgame& e) { return e.c() < 2 && e.threes() == 0; },
         [](const Endgame& e) {
           return (e.f() == 0 || e.best(kFourLoop)) && e.v() == value_by_four_loops(e);
         });
}

TEST(Allcock, Lemma310OneThreeChain) {
  expect([](const Endgame& e) { return e.c() < 2 && e.threes() == 1 && e.size() % 4 == 3; },
         [](const Endgame& e) {
           return (e.f() == 0 || e.best(kFourLoop)) && e.v() == value_by_four_loops(e);
         });
}

TEST(Allcock, Lemma311MoreThreeChains) {
  expect(
      [](const Endgame& e) {
        return e.c() < -1 && (e.threes() >= 2 || (e.threes() == 1 && e.size() % 4 != 3));
      },
      [](const Endgame& e) { return e.best(kThree) && e.v() == (e.size() % 2 == 0 ? 2 : 1); });
}

// Example 1, lemma 2, propositions 4 and 7, corollaries 5 and 8.
TEST(BuzzardCiere, LengtheningAndAmalgamation) {
  for_every_multiset(4, [](const Multiset& g) {
    const auto v = [&](std::vector<Simple> added) {
      Multiset sum = g;
      for (const Simple one : added) sum = sum.with(one);
      return Endgame::solver().value(sum);
    };
    const auto chain = [](int length) { return Simple{Shape::chain, length}; };
    const auto loop = [](int length) { return Simple{Shape::loop, length}; };
    EXPECT_EQ(std::abs(v({chain(3)}) - v({chain(4)})), 1) << to_string(g);
    for (int m = 3; m <= 6; ++m) {
      for (int n = m; n <= 8; ++n) {
        EXPECT_LE(std::abs(v({chain(m)}) - v({chain(n)})), n - m) << to_string(g);
      }
    }
    for (const int m : {4, 6, 8}) {
      EXPECT_LE(std::abs(v({loop(m)}) - v({loop(m + 2)})), 2) << to_string(g);
    }
    for (const int m : {4, 5, 6}) {
      EXPECT_EQ(v({chain(m), chain(5)}), v({chain(m + 1)})) << to_string(g);
      EXPECT_EQ(v({chain(m), chain(6), chain(4)}), v({chain(m + 2)})) << to_string(g);
    }
    for (const int m : {8, 10}) {
      EXPECT_EQ(v({loop(m), loop(10)}), v({loop(m + 2)})) << to_string(g);
      EXPECT_EQ(v({loop(m), loop(8), loop(10)}), v({loop(m + 2)})) << to_string(g);
    }
  });
}

// Lemma 15(b) and (c), corollary 17. The text of the paper that was available has lost its
// formulas; these are what the proofs need.
TEST(BuzzardCiere, Lemma15AndCorollary17) {
  expect([](const Endgame& e) { return e.c() < 2; },
         [](const Endgame& e) { return e.v() >= 0 && e.v() <= 4 && (e.v() - e.c()) % 2 == 0; });
  expect([](const Endgame& e) { return e.c() < 2 && e.threes() > 0; },
         [](const Endgame& e) { return e.v() <= 3; });
  expect([](const Endgame& e) { return e.v() >= 5 || (e.v() == 4 && e.threes() > 0); },
         [](const Endgame& e) { return e.c() == e.v(); });
}

// Theorems 23, 25 and 29 in the form in which they hold: the paper's formulas are lost, and are
// restored from its proofs. L is the shortest loop, H is G without one 4-loop.
TEST(BuzzardCiere, Theorem23OneThreeChainAndLoops) {
  expect([](const Endgame& e) { return e.threes() == 1 && e.chains() == 1 && e.loops() > 0; },
         [](const Endgame& e) {
           const int loops = e.without(kThree).v();
           const bool chain = loops == 2 || (e.shortest_loop() == kSixLoop && loops == 4);
           return e.best(chain ? kThree : e.shortest_loop());
         });
}

TEST(BuzzardCiere, Theorem25OneThreeChainAndLongerChains) {
  expect([](const Endgame& e) { return e.threes() == 1 && e.chains() > 1 && e.loops() > 0; },
         [](const Endgame& e) {
           bool loop = false;
           if (e.c() < 2 && e.f() > 0) {
             const int rest = e.without(kThree).v();
             loop = e.without(kFourLoop).c() == 4 || rest == 0 || rest == 4;
           }
           return e.best(loop ? kFourLoop : kThree);
         });
}

TEST(BuzzardCiere, Theorem29TwoThreeChains) {
  expect([](const Endgame& e) { return e.threes() >= 2; },
         [](const Endgame& e) {
           const int c = e.f() > 0 ? e.without(kFourLoop).c() : 0;
           return e.best(e.f() > 0 && c >= 3 && c <= 5 ? kFourLoop : kThree);
         });
}

// Sierra, corollaries 72 and 74.
TEST(Sierra, CheapestOffersOfSimpleEndgames) {
  expect([](const Endgame& e) { return e.loops() > 0 && e.chains() > 0; },
         [](const Endgame& e) {
           return e.best(e.shortest_loop()) || (e.threes() > 0 && e.best(kThree));
         });
  expect([](const Endgame& e) { return e.loops() == 0; },
         [](const Endgame& e) { return e.best(e.shortest_chain()); });
}

// Returns whether some loop costs more than some very long chain.
bool has_expensive_loop(const Endgame& e) {
  const std::vector<Simple> all = e.g.distinct();
  return std::ranges::any_of(all, [&](Simple chain) {
    if (chain.shape == Shape::loop || chain.length < kVeryLongChain) return false;
    return std::ranges::any_of(all, [&](Simple loop) {
      return loop.shape == Shape::loop && e.cost(loop) > e.cost(chain);
    });
  });
}

// Sierra, proposition 73 (Mao-Peng, proposition 3.12): a loop costs no more than a very long chain.
// It is false for these. For the shortest loop it holds if there is no 3-chain (corollary 74).
TEST(Sierra, Proposition73IsFalse) {
  std::string first;
  int boxes = 1000, applied = 0, false_for = 0, without_threes = 0;
  for_every_multiset(7, [&](const Multiset& multiset) {
    const Endgame e(multiset);
    if (multiset.loops().empty() || multiset.chains().empty()) return;
    if (multiset.chains().back() < kVeryLongChain) return;
    ++applied;
    if (!has_expensive_loop(e)) return;
    ++false_for;
    without_threes += e.threes() == 0;
    if (e.size() >= boxes) return;
    boxes = e.size();
    first = to_string(multiset);
  });
  EXPECT_EQ(first, "4+4l+6l");
  EXPECT_EQ(boxes, 14);
  EXPECT_EQ(applied, 45'248);
  EXPECT_EQ(false_for, 5'863);
  EXPECT_EQ(without_threes, 3'120);
  const Endgame smallest(Multiset::parse(first));
  EXPECT_EQ(smallest.cost(kSixLoop), 6);
  EXPECT_EQ(smallest.cost({Shape::chain, 4}), 2);
}

}  // namespace pipo::theory::simple_lemmas_test
