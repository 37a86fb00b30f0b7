// Compares the theorems on simple loony endgames with the recursion over the game tree.
#include "theory/simple_loony.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>

#include "pipopipette/error.hpp"
#include "tests/theory/every_multiset.hpp"

namespace pipo::theory::simple_loony_test {

constexpr int kComponents = 9;
// Multisets of at most 9 out of 12 kinds: 21 choose 9.
constexpr int kMultisets = 293930;

SimpleSolver& solver() {
  static SimpleSolver shared;
  return shared;
}

// Counts the endgames for which `claim` fails, and shows the first few.
void expect_of_every_multiset(const std::function<bool(const Multiset&)>& claim) {
  int seen = 0, wrong = 0;
  for_every_multiset(kComponents, [&](const Multiset& multiset) {
    ++seen;
    if (claim(multiset)) return;
    if (++wrong <= 5) ADD_FAILURE() << to_string(multiset) << ", v " << solver().value(multiset);
  });
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(seen, kMultisets);
}

TEST(SimpleLoony, ControlledValueIsALowerBoundOfTheSameParity) {
  expect_of_every_multiset([](const Multiset& multiset) {
    const int c = controlled_value(multiset), v = solver().value(multiset);
    return c <= v && (v - c) % 2 == 0 && (v - multiset.size()) % 2 == 0;
  });
}

TEST(SimpleLoony, ControlledValueIsTheSizeModuloFourWithoutThreeChains) {
  expect_of_every_multiset([](const Multiset& multiset) {
    const int difference = controlled_value(multiset) - multiset.size();
    return multiset.chains_of(3) > 0 || difference % 4 == 0;
  });
}

TEST(SimpleLoony, ControlledValueIsTheValueFromTwoOn) {
  expect_of_every_multiset([](const Multiset& multiset) {
    const int c = controlled_value(multiset);
    return c < 2 || solver().value(multiset) == c;
  });
}

TEST(SimpleLoony, AllcockExplicitValue) {
  expect_of_every_multiset([](const Multiset& multiset) {
    return allcock::explicit_value(multiset).value == solver().value(multiset);
  });
}

TEST(SimpleLoony, AllcockProceduralValue) {
  expect_of_every_multiset([](const Multiset& multiset) {
    return allcock::procedural_value(multiset).value == solver().value(multiset);
  });
}

TEST(SimpleLoony, AllcockOpenerOpensAtLeastCost) {
  expect_of_every_multiset([](const Multiset& multiset) {
    if (multiset.empty()) return true;
    const Simple opened = allcock::opening(multiset);
    return solver().value_of_opening(multiset, opened) == solver().value(multiset);
  });
}

TEST(SimpleLoony, AllcockControllerKeepsControlWhenItPays) {
  expect_of_every_multiset([](const Multiset& multiset) {
    return std::ranges::all_of(multiset.distinct(), [&](Simple opened) {
      const Multiset rest = multiset.without(opened);
      const int v = solver().value(rest);
      const int margin = allcock::keeps_control(opened, rest)
                             ? opened.length - 2 * handout_boxes(opened.shape) + v
                             : opened.length - v;
      return margin == solver().value_of_opening(multiset, opened);
    });
  });
}

TEST(SimpleLoony, AllcockValuesAboveTwo) {
  expect_of_every_multiset([](const Multiset& multiset) {
    return allcock::exceeds_two(multiset) == (solver().value(multiset) > 2);
  });
}

TEST(SimpleLoony, BuzzardCiereValue) {
  expect_of_every_multiset([](const Multiset& multiset) {
    return buzzard_ciere::value(multiset).value == solver().value(multiset);
  });
}

TEST(SimpleLoony, BuzzardCiereOpeningIsOptimal) {
  expect_of_every_multiset([](const Multiset& multiset) {
    if (multiset.empty()) return true;
    const Simple opened = buzzard_ciere::opening(multiset);
    return solver().value_of_opening(multiset, opened) == solver().value(multiset);
  });
}

TEST(SimpleLoony, AllcockExample12) {
  Multiset left = Multiset::parse("3+3+3+3+3+4l+8l");
  EXPECT_EQ(controlled_value(left), -3);
  for (const char* next : {"3", "3", "4l", "3", "3", "8l", "3"}) {
    EXPECT_EQ(to_string(allcock::opening(left)), next) << to_string(left);
    left = left.without(allcock::opening(left));
  }
  EXPECT_TRUE(left.empty());
}

// The only optimal orders are the one above and 3, 4l, 3, 3, 3, 8l, 3.
TEST(SimpleLoony, AllcockExample12HasTwoOptimalLines) {
  int lines = 0;
  const auto follow = [&](const auto& self, const Multiset& left) -> void {
    if (left.empty()) ++lines;
    for (const Simple next : left.distinct()) {
      if (solver().value_of_opening(left, next) != solver().value(left)) continue;
      self(self, left.without(next));
    }
  };
  follow(follow, Multiset::parse("3^5+4l+8l"));
  EXPECT_EQ(lines, 2);
}

TEST(SimpleLoony, AllcockExample43) {
  const Multiset multiset = Multiset::parse("8l^2+18+6l^9+3+4l^101");
  EXPECT_EQ(allcock::core(multiset), Multiset::parse("18+8l+8l"));
  EXPECT_EQ(controlled_value(allcock::core(multiset)), 18);
  EXPECT_EQ(allcock::procedural_value(multiset).value, 1);
  EXPECT_EQ(allcock::explicit_value(multiset).value, 1);
  EXPECT_EQ(solver().value(multiset), 1);
}

TEST(SimpleLoony, BuzzardCiereWorkedExample) {
  const Multiset multiset = Multiset::parse("3+4+4l^100+6l^100");
  const Derived derived = buzzard_ciere::value(multiset);
  EXPECT_EQ(derived.value, 3);
  EXPECT_EQ(derived.source.number, "corollary 27(e)");
  EXPECT_EQ(allcock::explicit_value(multiset).value, 3);
  EXPECT_EQ(solver().value(multiset), 3);
}

TEST(SimpleLoony, ThreeChainsAlone) {
  const int values[] = {0, 3, 2, 1, 2, 1, 2, 1, 2};
  for (int n = 0; n < 9; ++n) {
    const Multiset multiset(std::vector<int>(static_cast<std::size_t>(n), 3), {});
    EXPECT_EQ(solver().value(multiset), values[n]) << n;
  }
}

// Berlekamp's terminal bonus of 6 holds for any number of 3-chains. With a bonus of 4 for two of
// them, the controlled value here would be 6, which is not the value.
TEST(SimpleLoony, TerminalBonusOfLoopsAndTwoThreeChains) {
  const Multiset multiset = Multiset::parse("3+3+12l");
  EXPECT_EQ(terminal_bonus(multiset), 6);
  EXPECT_EQ(controlled_value(multiset), 8);
  EXPECT_EQ(solver().value(multiset), 8);
}

TEST(SimpleLoony, ShortChainsAreRefused) {
  const Multiset multiset = Multiset::parse("2+3+4l");
  EXPECT_THROW(solver().value(multiset), BadInput);
  EXPECT_THROW(controlled_value(multiset), BadInput);
  EXPECT_THROW(allcock::explicit_value(multiset), BadInput);
  EXPECT_THROW(buzzard_ciere::value(multiset), BadInput);
  EXPECT_THROW(allcock::opening(Multiset()), BadInput);
  EXPECT_THROW(buzzard_ciere::opening(Multiset()), BadInput);
}

}  // namespace pipo::theory::simple_loony_test
