// Finds all loony endgames with up to 30 boxes in which the controlled value is not the value, and
// checks the conditions under which it is. The figures are those of docs/theory.md. Uses no code of
// the project.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "tests/theory/loony_catalogue.hpp"

namespace pipo::theory::controlled_value_test {

using Endgame = oracle::LoonyCatalogue::Endgame;

class ControlledValue : public testing::Test {
 protected:
  static oracle::LoonyCatalogue& catalogue() {
    static oracle::LoonyCatalogue all(30);
    return all;
  }

  // The loops of four or of six boxes in a component that the opener has to unlock with a longer
  // string: cups of three or five boxes, but of shackles only the second one, and only of (5+5).
  static int locked(const oracle::Graph& graph, int loop) {
    const std::string shape = oracle::shape_of(graph);
    if (shape == "shackles") {
      const bool fives = graph.strings[0].length == 5 && graph.strings[1].length == 5;
      return loop == 6 && fives;
    }
    int sum = 0;
    for (const oracle::Run& one : graph.strings) {
      sum += one.from == one.to && one.from != oracle::kGroundStop && one.length + 1 == loop;
    }
    return sum;
  }

  // The most in one component, and the sum of all.
  struct Locked {
    int most = 0, sum = 0;
  };
  static Locked locked(const Endgame& endgame, int loop) {
    Locked result;
    for (const int number : endgame) {
      const int here = locked(catalogue().component(number), loop);
      result.most = std::max(result.most, here);
      result.sum += here;
    }
    return result;
  }

  // "simple", the shape of the components with joints, or "several shapes".
  static std::string shape(const Endgame& endgame) {
    std::string result = "simple";
    for (const int number : endgame) {
      const oracle::Graph& graph = catalogue().component(number);
      if (graph.joints == 0) continue;
      const std::string one = oracle::shape_of(graph);
      result = result == "simple" || result == one ? one : "several shapes";
    }
    return result;
  }
};

struct Found {
  int applied = 0;    // endgames with a controlled value of at least the bound
  int different = 0;  // of these, the value is larger
  int largest = 0;    // the largest controlled value of these
  int gap = 0;        // the largest difference
  std::string first;  // the one with the fewest boxes, then by name

  friend bool operator==(const Found&, const Found&) = default;
};

void PrintTo(const Found& found, std::ostream* out) {
  *out << found.applied << ", " << found.different << ", " << found.largest << ", " << found.gap
       << ", " << found.first;
}

TEST_F(ControlledValue, LongRunIsTheValueOrNotByShape) {
  struct First {
    int boxes;
    std::string name;
    auto operator<=>(const First&) const = default;
  };
  std::map<std::string, Found> from_two, from_ten;
  std::map<std::string, First> smallest;
  int seen = 0, simple = 0;
  catalogue().for_each([&](const Endgame& endgame) {
    const auto [value, controlled, by_thesis] = catalogue().values(endgame);
    const std::string kind = shape(endgame);
    ++seen;
    simple += kind == "simple";
    ASSERT_LE(controlled, value) << catalogue().name(endgame);
    for (auto* const found : {&from_two, &from_ten}) {
      if (controlled < (found == &from_two ? 2 : 10)) continue;
      Found& here = (*found)[kind];
      ++here.applied;
      if (value == controlled) continue;
      ++here.different;
      here.largest = std::max(here.largest, controlled);
      here.gap = std::max(here.gap, value - controlled);
      if (found == &from_ten) continue;
      const First first{catalogue().boxes(endgame), catalogue().name(endgame)};
      const auto [at, added] = smallest.emplace(kind, first);
      at->second = std::min(at->second, first);
      here.first = at->second.name;
    }
  });
  EXPECT_EQ(seen, 274'543);
  EXPECT_EQ(simple, 6'907);
  using ByShape = std::map<std::string, Found>;
  EXPECT_EQ(from_two,
            (ByShape{
                {"simple", {5'498, 0, 0, 0, ""}},
                {"T", {9'260, 0, 0, 0, ""}},
                {"X", {4'261, 0, 0, 0, ""}},
                {"eight", {2'253, 0, 0, 0, ""}},
                {"shackles", {3'583, 2, 2, 2, "4+shackles(5+5)+shackles(5+5)"}},
                {"dipper", {12'557, 789, 20, 4, "3+dipper(3+5)"}},
                {"earmuffs", {2'835, 598, 18, 8, "earmuffs(3+6+3)"}},
                {"other", {136'960, 4'517, 16, 8, "3+[0-1:3 0-1:6 1-1:3]"}},
                {"several shapes", {31'008, 995, 8, 4, "dipper(3+5)+[0-1:4 0-1:5 1-1:3]"}},
            }));
  EXPECT_EQ(from_ten, (ByShape{
                          {"simple", {2'770, 0, 0, 0, ""}},
                          {"T", {6'798, 0, 0, 0, ""}},
                          {"X", {2'844, 0, 0, 0, ""}},
                          {"eight", {1'171, 0, 0, 0, ""}},
                          {"shackles", {1'052, 0, 0, 0, ""}},
                          {"dipper", {3'846, 80, 20, 4, ""}},
                          {"earmuffs", {469, 38, 18, 8, ""}},
                          {"other", {59'766, 223, 16, 4, ""}},
                          {"several shapes", {6'149, 0, 0, 0, ""}},
                      }));
}

// Theorem 1: no locked 4-loop, at most one locked 6-loop, and a controlled value of 2 or more.
// Conjecture 1: no locked 4-loop, at most one locked 6-loop in each component, and a controlled
// value of 3 or more.
TEST_F(ControlledValue, LongRunIsTheValueIfFewLoopsAreLocked) {
  int theorem = 0, with_joints = 0, conjecture = 0, beyond = 0;
  catalogue().for_each([&](const Endgame& endgame) {
    if (locked(endgame, 4).sum > 0) return;
    const auto [value, controlled, by_thesis] = catalogue().values(endgame);
    const Locked sixes = locked(endgame, 6);
    if (sixes.sum <= 1 && controlled >= 2) {
      ++theorem;
      with_joints += shape(endgame) != "simple";
      EXPECT_EQ(value, controlled) << catalogue().name(endgame);
    }
    if (sixes.most <= 1 && controlled >= 3) {
      ++conjecture;
      beyond += sixes.sum > 1;
      EXPECT_EQ(value, controlled) << catalogue().name(endgame);
    }
  });
  EXPECT_EQ(theorem, 117'372);
  EXPECT_EQ(with_joints, 111'874);
  EXPECT_EQ(conjecture, 112'325);
  EXPECT_EQ(beyond, 656);
}

// No condition of theorem 1 or conjecture 1 can be dropped.
TEST_F(ControlledValue, LongRunIsNotTheValueWithoutEachCondition) {
  const auto chain = [](int length) { return oracle::Graph{0, 0, {{0, 0, length}}}; };
  const auto loop = [](int length) { return oracle::Graph{length, 0, {}}; };
  const auto dipper = [](int cup, int handle) {
    return oracle::Graph{0, 1, {{0, 1, handle}, {1, 1, cup}}};
  };
  const auto earmuffs = [](int cup, int band) {
    return oracle::Graph{0, 2, {{1, 1, cup}, {1, 2, band}, {2, 2, cup}}};
  };
  const auto expect = [](const std::vector<oracle::Graph>& graphs, int controlled, int value) {
    const Endgame endgame = catalogue().find(graphs);
    EXPECT_EQ(catalogue().values(endgame).controlled, controlled) << catalogue().name(endgame);
    EXPECT_EQ(catalogue().values(endgame).value, value) << catalogue().name(endgame);
  };
  expect({chain(3), loop(6), loop(6)}, 1, 3);
  expect({chain(3), loop(6), loop(6), dipper(7, 4)}, 1, 3);
  expect({chain(4), chain(4), dipper(5, 5), dipper(5, 5)}, 2, 4);
  // One cup of three boxes, two of five in one component: no bound helps.
  for (int handle = 7; handle <= 23; ++handle) {
    expect({chain(3), dipper(3, handle)}, handle - 3, handle - 1);
  }
  for (int band = 7; band <= 15; ++band) {
    expect({chain(3), earmuffs(5, band)}, band - 3, band - 1);
  }
  for (int band = 12; band <= 22; ++band) expect({earmuffs(3, band)}, band - 4, band);
}

// Theorem 2: the value is the controlled value iff some offer attains the controlled value and the
// controller has no better reply to it than that of the controlled value.
TEST_F(ControlledValue, LongRunIsTheValueIffAnOfferForcesControl) {
  catalogue().for_each([&](const Endgame& endgame) {
    if (endgame.empty()) return;
    const auto [value, controlled, by_thesis] = catalogue().values(endgame);
    bool forces = false;
    for (const auto& offer : catalogue().costs(endgame)) {
      if (offer.controlled != controlled) continue;
      const auto left = catalogue().values(offer.rest);
      const bool kept = offer.controlled == offer.length - (offer.loop ? 8 : 4) + left.controlled;
      const bool taken_whole = offer.controlled == offer.length - left.value;
      const int handed_back = offer.loop ? 4 : 2;
      forces |= kept && left.value == left.controlled && left.value >= handed_back;
      forces |= taken_whole && left.value <= handed_back;
    }
    ASSERT_EQ(forces, value == controlled) << catalogue().name(endgame);
  });
}

// Sierra, section 5.4.4, with the controlled value of definition 79.
TEST_F(ControlledValue, LongRunOfTenByTheThesisIsNotAlwaysTheValue) {
  std::map<int, std::set<std::string>> simple;
  std::map<int, std::set<std::string>> joints;
  catalogue().for_each([&](const Endgame& endgame) {
    const auto [value, controlled, by_thesis] = catalogue().values(endgame);
    if (by_thesis < 10 || by_thesis == value) return;
    auto& found = shape(endgame) == "simple" ? simple : joints;
    found[catalogue().boxes(endgame)].insert(catalogue().name(endgame));
  });
  using Names = std::set<std::string>;
  EXPECT_EQ(simple.begin()->second, Names{"3+3+16l"});
  EXPECT_EQ(joints.begin()->second, Names{"3+dipper(3+13)"});
}

}  // namespace pipo::theory::controlled_value_test
