// Checks the statements about loony endgames on every loony endgame with up to 25 boxes, and in the
// long test with up to 30.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <set>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "tests/theory/loony_catalogue.hpp"
#include "tests/theory/quiet_positions.hpp"
#include "tests/theory/shapes.hpp"
#include "theory/loony_endgame.hpp"
#include "theory/simple_loony.hpp"
#include "theory/statements.hpp"

namespace pipo::theory::every_loony_test {

using Endgame = oracle::LoonyCatalogue::Endgame;

class EveryLoonyEndgame : public testing::Test {
 protected:
  oracle::LoonyCatalogue& catalogue() const {
    static std::map<int, oracle::LoonyCatalogue> all;
    return all.try_emplace(most_boxes_, most_boxes_).first->second;
  }

  // The endgame in the project's description of a position, without the places of the boxes.
  Structure structure(const Endgame& endgame) const {
    Structure result;
    for (const int number : endgame) {
      const oracle::Graph& graph = catalogue().component(number);
      if (graph.loop > 0) result.loops.emplace_back();
      const int before = static_cast<int>(result.joints.size());
      for (int joint = 1; joint <= graph.joints; ++joint) {
        result.joints.push_back({before + joint - 1, graph.degree(joint)});
      }
      for (const oracle::Run& one : graph.strings) {
        String string;
        string.boxes.resize(static_cast<std::size_t>(one.length));
        for (const bool second : {false, true}) {
          const int stop = second ? one.to : one.from;
          result.ground_degree += stop == oracle::kGroundStop;
          string.stops[second] = stop == oracle::kGroundStop ? kGround : before + stop - 1;
        }
        result.strings.push_back(string);
      }
    }
    result.components.emplace_back().boxes = (BoxSet{1} << catalogue().boxes(endgame)) - 1;
    return result;
  }

  std::optional<Multiset> multiset(const Endgame& endgame) const {
    std::vector<int> chains, loops;
    for (const int number : endgame) {
      const oracle::Graph& graph = catalogue().component(number);
      if (graph.joints > 0) return std::nullopt;
      if (graph.loop > 0) loops.push_back(graph.loop);
      if (graph.loop == 0) chains.push_back(graph.boxes());
    }
    return Multiset(chains, loops);
  }

  using Costs = std::vector<oracle::LoonyCatalogue::Cost>;

  // The least costs over the offers that propositions 70 and 71 leave.
  static void add_orders(EndgameFacts& facts, const Costs& costs) {
    const auto is_worse = [&](const auto& one, bool than_loop) {
      if (!one.independent) return false;
      if (than_loop && (one.loop || one.length <= 4)) return false;
      return std::ranges::any_of(costs, [&](const auto& other) {
        if (!other.independent || other.loop != (one.loop || than_loop)) return false;
        return than_loop ? other.length <= one.length : other.length < one.length;
      });
    };
    for (bool first = true; const auto& one : costs) {
      if (is_worse(one, false)) continue;
      const int least = first ? one.value : facts.shortest_first_cost;
      facts.shortest_first_cost = std::min(least, one.value);
      first = false;
    }
    for (bool first = true; const auto& one : costs) {
      if (is_worse(one, false) || is_worse(one, true)) continue;
      const int least = first ? one.value : facts.loop_first_cost;
      facts.loop_first_cost = std::min(least, one.value);
      first = false;
    }
  }

  EndgameFacts facts(const Endgame& endgame, SimpleSolver& solver) const {
    const oracle::LoonyValues& values = catalogue().values(endgame);
    EndgameFacts result;
    result.boxes = catalogue().boxes(endgame);
    result.value = values.value;
    result.controlled = values.controlled;
    const Structure graph = structure(endgame);
    result.fully_controlled = fully_controlled_value(graph);
    result.strings = strings_to_offer(graph);
    result.loops = most_disjoint_loops(graph);
    result.forced_control = controlled_value_is_value(graph, values.controlled);
    add_orders(result, catalogue().costs(endgame));
    result.simple = multiset(endgame);
    if (result.simple) add_simple(result, solver);
    return result;
  }

  // The endgame of a position, as a key of the catalogue.
  Endgame endgame(const Position& quiet) const {
    const Structure structure = structure_of(quiet);
    oracle::Graph graph;
    std::map<int, int> numbers{{kGround, oracle::kGroundStop}};
    for (const Joint& joint : structure.joints) numbers[joint.box] = ++graph.joints;
    for (const String& one : structure.strings) {
      const auto [from, to] = std::minmax({numbers[one.stops[0]], numbers[one.stops[1]]});
      graph.strings.push_back({from, to, one.length()});
    }
    std::vector<oracle::Graph> components = oracle::connected(graph);
    for (const Loop& one : structure.loops) components.push_back({one.length(), 0, {}});
    return catalogue().find(components);
  }

  void expect_same_values(LoonySolver& solver, EdgeSet quiet) const {
    const oracle::LoonyValues& expected = catalogue().values(endgame({solver.board(), quiet}));
    EXPECT_EQ(solver.value(quiet), expected.value) << to_string(Position{solver.board(), quiet});
    EXPECT_EQ(solver.controlled_value(quiet), expected.controlled)
        << to_string(Position{solver.board(), quiet});
  }

  // How many endgames there are.
  struct Counts {
    int all, simple, shorter_loops_that_cost_more;
  };
  void expect_agreement_with_every_statement(const Counts& counts);
  void expect_shorter_offers_to_cost_no_more(const Counts& counts);
  void expect_terminal_bonus_from_four_to_eight();
  void expect_controlled_value_of_chains_and_loops();

  static constexpr Counts kCounts{28'748, 2'140, 1};
  int most_boxes_ = 25;
};

void EveryLoonyEndgame::expect_agreement_with_every_statement(const Counts& counts) {
  SimpleSolver solver;
  std::map<std::string_view, int> applied, mismatches;
  std::map<std::string_view, std::string> first;
  int seen = 0, simple = 0;
  catalogue().for_each([&](const Endgame& endgame) {
    const EndgameFacts facts = this->facts(endgame, solver);
    ++seen;
    simple += facts.simple.has_value();
    for (const Statement& one : statements()) {
      const Verdict verdict = one.check(facts, -catalogue().values(endgame).value);
      applied[one.id] += verdict != Verdict::not_applicable;
      if (verdict != Verdict::mismatch) continue;
      ++mismatches[one.id];
      first.emplace(one.id, catalogue().name(endgame));
    }
  });
  EXPECT_EQ(seen, counts.all);
  EXPECT_EQ(simple, counts.simple);
  for (const Statement& one : statements()) {
    EXPECT_EQ(mismatches[one.id], 0) << one.id << ", such as " << first[one.id];
    // Loony endgames have no short chains.
    EXPECT_EQ(applied[one.id] > 0, one.id != "short-chains") << one.id;
  }
}

// Sierra, propositions 70 and 71, for all pairs of independent chains and loops. Proposition 71 is
// false for some loops that are not the shortest.
void EveryLoonyEndgame::expect_shorter_offers_to_cost_no_more(const Counts& counts) {
  int alike = 0, different = 0, wrong = 0;
  std::pair<int, std::string> first{1000, ""};
  catalogue().for_each([&](const Endgame& endgame) {
    const Costs costs = catalogue().costs(endgame);
    for (const auto& one : costs) {
      for (const auto& other : costs) {
        if (!one.independent || !other.independent || one.length > other.length) continue;
        if (one.loop == other.loop) {
          ++alike;
          EXPECT_LE(one.value, other.value) << catalogue().name(endgame);
        } else if (one.loop && other.length > 4) {
          ++different;
          if (one.value <= other.value) continue;
          ++wrong;
          first = std::min(first, {catalogue().boxes(endgame), catalogue().name(endgame)});
          EXPECT_TRUE(std::ranges::any_of(costs, [&](const auto& loop) {
            return loop.loop && loop.length < one.length;
          })) << catalogue().name(endgame);
        }
      }
    }
  });
  EXPECT_GT(alike, 1'000);
  EXPECT_GT(different, 1'000);
  EXPECT_EQ(wrong, counts.shorter_loops_that_cost_more);
  EXPECT_EQ(first.second, "3+3+4l+6+6l");
}

// Sierra, corollary 84.
void EveryLoonyEndgame::expect_terminal_bonus_from_four_to_eight() {
  catalogue().for_each([&](const Endgame& endgame) {
    if (endgame.empty()) return;
    const int bonus =
        catalogue().values(endgame).controlled - fully_controlled_value(structure(endgame));
    EXPECT_GE(bonus, 4) << catalogue().name(endgame);
    EXPECT_LE(bonus, 8) << catalogue().name(endgame);
  });
}

void EveryLoonyEndgame::expect_controlled_value_of_chains_and_loops() {
  catalogue().for_each([&](const Endgame& endgame) {
    const auto simple = multiset(endgame);
    if (!simple) return;
    EXPECT_EQ(controlled_value(*simple), catalogue().values(endgame).controlled);
    EXPECT_EQ(fully_controlled_value(*simple), fully_controlled_value(structure(endgame)));
  });
}

TEST_F(EveryLoonyEndgame, AgreesWithEveryStatement) {
  expect_agreement_with_every_statement(kCounts);
}

TEST_F(EveryLoonyEndgame, OffersShorterChainsAndLoopsAtNoHigherCost) {
  expect_shorter_offers_to_cost_no_more(kCounts);
}

TEST_F(EveryLoonyEndgame, HasATerminalBonusFromFourToEight) {
  expect_terminal_bonus_from_four_to_eight();
}

TEST_F(EveryLoonyEndgame, HasTheControlledValueOfItsChainsAndLoops) {
  expect_controlled_value_of_chains_and_loops();
}

// All of them, since the catalogue takes most of the time.
TEST_F(EveryLoonyEndgame, LongRunAllOfThisWithUpTo30Boxes) {
  most_boxes_ = 30;
  constexpr Counts counts{274'543, 6'907, 20};
  expect_agreement_with_every_statement(counts);
  expect_shorter_offers_to_cost_no_more(counts);
  expect_terminal_bonus_from_four_to_eight();
  expect_controlled_value_of_chains_and_loops();
}

// The figures of docs/theory.md about some of them.
TEST_F(EveryLoonyEndgame, HasTheValuesOfTheExamples) {
  const oracle::Graph three{0, 0, {{0, 0, 3}}};
  const auto dipper = [](int handle) { return oracle::Graph{0, 1, {{0, 1, handle}, {1, 1, 3}}}; };
  const oracle::Graph earmuffs{0, 2, {{1, 1, 3}, {1, 2, 14}, {2, 2, 3}}};
  const auto expect = [this](const std::vector<oracle::Graph>& components, int controlled,
                             int controlled_by_thesis, int value) {
    const Endgame endgame = catalogue().find(components);
    const oracle::LoonyValues& values = catalogue().values(endgame);
    EXPECT_EQ(values.controlled, controlled) << catalogue().name(endgame);
    EXPECT_EQ(values.controlled_by_thesis, controlled_by_thesis) << catalogue().name(endgame);
    EXPECT_EQ(values.value, value) << catalogue().name(endgame);
  };
  expect({three, dipper(13)}, 10, 10, 12);
  expect({{0, 0, {{0, 0, 4}}}, dipper(15)}, 11, 11, 15);
  expect({{0, 0, {{0, 0, 5}}}, dipper(13)}, 10, 10, 12);
  expect({earmuffs}, 10, 10, 14);
  expect({three, three, {12, 0, {}}}, 8, 6, 8);
  expect({three, three, {16, 0, {}}}, 12, 10, 12);
}

TEST_F(EveryLoonyEndgame, HasTheValueThatTheSolverFindsOnABoard) {
  for (const Example& example : kShapes) {
    const Position position = parse_picture(example.picture);
    if (structure_of(position).boxes() > most_boxes_) continue;
    LoonySolver solver(position.board);
    expect_same_values(solver, position.drawn);
  }
  for (const char* text : {"4x5:1111101000101100100010110100101101011010011101011",
                           "4x6:1111110011101101111011101110101000001101000100100011100111",
                           "5x5:111110011011011011101001110110100001101001011001101001111001"}) {
    const Position position = parse_position(text);
    LoonySolver solver(position.board);
    expect_same_values(solver, position.drawn);
  }
  std::set<Endgame> seen;
  for (const Board& board : {Board(3, 5), Board(4, 5), Board(5, 5), Board(4, 6), Board(2, 9)}) {
    const StageTest test(board);
    LoonySolver solver(board);
    RandomEndgames endgames(board);
    for (int i = 0; i < 1'000; ++i) {
      const EdgeSet quiet = endgames.next();
      if (test.stage(quiet) != Stage::loony_endgame) continue;
      seen.insert(endgame({board, quiet}));
      expect_same_values(solver, quiet);
    }
  }
  EXPECT_GT(std::ranges::count_if(seen, [this](const Endgame& one) { return !multiset(one); }),
            100);
}

// Strings-and-coins: a player who cuts the last edge of a box takes it and moves again. Computes
// the margin of the player to move by brute force.
int value_by_rules(const std::vector<oracle::Graph>& components) {
  std::vector<std::uint32_t> boxes;  // the edges of each
  int edges = 0;
  const auto add_box = [&] {
    boxes.push_back(0);
    return static_cast<int>(boxes.size()) - 1;
  };
  const auto join = [&](int one, int other) {
    for (const int end : {one, other}) {
      if (end >= 0) boxes[end] |= std::uint32_t{1} << edges;
    }
    ++edges;
  };
  for (const oracle::Graph& graph : components) {
    std::vector<int> stops{-1};
    for (int joint = 1; joint <= graph.joints; ++joint) stops.push_back(add_box());
    std::vector<oracle::Run> runs = graph.strings;
    if (graph.loop > 0) {
      stops.push_back(add_box());
      runs.push_back({1, 1, graph.loop - 1});
    }
    for (const oracle::Run& one : runs) {
      int last = stops[one.from];
      for (int i = 0; i < one.length; ++i) {
        const int next = add_box();
        join(last, next);
        last = next;
      }
      join(last, stops[one.to]);
    }
  }
  std::vector<std::int8_t> margins(std::size_t{1} << edges);  // by the set of edges not yet cut
  for (std::uint32_t open = 1; open < margins.size(); ++open) {
    int best = -100;
    for (std::uint32_t rest = open; rest != 0; rest &= rest - 1) {
      const std::uint32_t edge = rest & -rest;
      int taken = 0;
      for (const std::uint32_t box : boxes) taken += (box & open) == edge;
      const int next = margins[open & ~edge];
      best = std::max(best, taken > 0 ? taken + next : -next);
    }
    margins[open] = static_cast<std::int8_t>(best);
  }
  return margins.back();
}

TEST_F(EveryLoonyEndgame, HasTheValueByTheRulesIfSmall) {
  int seen = 0;
  catalogue().for_each([&](const Endgame& endgame) {
    if (catalogue().boxes(endgame) > 13) return;
    ++seen;
    std::vector<oracle::Graph> components;
    for (const int number : endgame) components.push_back(catalogue().component(number));
    EXPECT_EQ(value_by_rules(components), -catalogue().values(endgame).value)
        << catalogue().name(endgame);
  });
  EXPECT_GT(seen, 150);
}

}  // namespace pipo::theory::every_loony_test
