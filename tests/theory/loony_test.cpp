// Compares arbitrary loony endgames, and the exchange of short chains, with tables computed from
// the rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/picture.hpp"
#include "tests/theory/below.hpp"
#include "tests/theory/quiet_positions.hpp"
#include "tests/theory/shapes.hpp"
#include "theory/loony_endgame.hpp"
#include "theory/simple_loony.hpp"
#include "theory/stage.hpp"

namespace pipo::theory::loony_test {

// The largest number of loops, and the smallest and largest numbers of strings, over all orders in
// which the opener may offer them.
struct Lines {
  int most_loops = 0;
  int fewest_strings = 0;
  int most_strings = 0;
};

Lines lines(const Board& board, EdgeSet quiet) {
  if (quiet == board.all()) return {};
  Lines result{0, 100, 0};
  for (const Offer& offer : offers(board, quiet, structure_of({board, quiet}))) {
    const Lines after = lines(board, offer.rest);
    const int loop = offer.shape == Shape::loop, string = 1 - loop;
    result.most_loops = std::max(result.most_loops, after.most_loops + loop);
    result.fewest_strings = std::min(result.fewest_strings, after.fewest_strings + string);
    result.most_strings = std::max(result.most_strings, after.most_strings + string);
  }
  return result;
}

// Checks the properties of every loony endgame; `value` is the margin of the player to move.
void expect_theory(LoonySolver& solver, EdgeSet quiet, int value) {
  const Board& board = solver.board();
  const Structure structure = structure_of({board, quiet});
  const Lines all = lines(board, quiet);
  EXPECT_EQ(solver.value(quiet), -value);
  EXPECT_LE(solver.controlled_value(quiet), -value);
  EXPECT_EQ(most_disjoint_loops(structure), all.most_loops);
  EXPECT_EQ(strings_to_offer(structure), all.fewest_strings);
  EXPECT_EQ(strings_to_offer(structure), all.most_strings);
  const int bonus = solver.controlled_value(quiet) - fully_controlled_value(structure);
  EXPECT_TRUE(quiet == board.all() ? bonus == 0 : bonus >= 4 && bonus <= 8) << bonus;
  if (!structure.is_simple()) return;
  EXPECT_EQ(SimpleSolver().value(structure.multiset()), -value);
  EXPECT_EQ(controlled_value(structure.multiset()), solver.controlled_value(quiet));
  EXPECT_EQ(fully_controlled_value(structure.multiset()), fully_controlled_value(structure));
  EXPECT_EQ(terminal_bonus(structure.multiset()), bonus);
}

TEST(LoonyEndgame, AgreesWithTheFlatTables) {
  int seen = 0;
  for (const Board& board : kSmallBoards) {
    const StageTest test(board);
    LoonySolver solver(board);
    for_every_quiet_position(board, [&](EdgeSet quiet) {
      if (test.stage(quiet) != Stage::loony_endgame) return;
      ++seen;
      expect_theory(solver, quiet, flat_table(board).value(quiet));
    });
  }
  RecordProperty("positions", seen);
  EXPECT_GT(seen, 2000);
}

TEST(LoonyEndgame, AgreesWithTheRulesOnRandomEndgamesWithJoints) {
  for (const Board& board : {Board(4, 4), Board(3, 5), Board(3, 6), Board(2, 7), Board(5, 4)}) {
    const StageTest test(board);
    LoonySolver solver(board);
    RandomEndgames endgames(board);
    const oracle::Rules rules(board.rows(), board.columns());
    std::set<EdgeSet> seen;
    for (int i = 0; i < 20'000 && seen.size() < 25; ++i) {
      const EdgeSet quiet = endgames.next();
      if (test.stage(quiet) != Stage::loony_endgame || seen.contains(quiet)) continue;
      if (structure_of({board, quiet}).is_simple() || std::popcount(board.all() & ~quiet) > 18) {
        continue;
      }
      seen.insert(quiet);
      expect_theory(solver, quiet, oracle::value_below(rules, quiet));
    }
    EXPECT_EQ(seen.size(), 25u) << board.name();
  }
}

// Graphs by their joints (numbered from 0) and the two ends of each string.
int most_loops(int joints, const std::vector<std::array<int, 2>>& strings) {
  Structure structure;
  for (int box = 0; box < joints; ++box) structure.joints.push_back({box, 3});
  for (const auto& stops : strings) structure.strings.push_back({stops, {}, {}});
  return most_disjoint_loops(structure);
}

TEST(DisjointLoops, OfSmallGraphs) {
  constexpr int g = kGround;
  EXPECT_EQ(most_loops(0, {{g, g}}), 0);
  EXPECT_EQ(most_loops(1, {{0, 0}, {0, g}}), 1);
  EXPECT_EQ(most_loops(1, {{0, 0}, {0, 0}}), 1);
  // An H: going back along the same string is not a loop.
  EXPECT_EQ(most_loops(2, {{g, 0}, {g, 0}, {0, 1}, {1, g}, {1, g}}), 0);
  // A cup behind a fork: the first joint lies on no loop.
  EXPECT_EQ(most_loops(2, {{g, 0}, {g, 0}, {0, 1}, {1, 1}}), 1);
  EXPECT_EQ(most_loops(2, {{0, 1}, {0, 1}, {1, 0}}), 1);
  EXPECT_EQ(most_loops(2, {{0, 0}, {0, 1}, {1, 1}}), 2);
  // Two triangles that share a joint, and two joined by a string.
  EXPECT_EQ(most_loops(5, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 2}}), 1);
  EXPECT_EQ(most_loops(6, {{0, 1}, {1, 2}, {2, 0}, {2, 3}, {3, 4}, {4, 5}, {5, 3}}), 2);
  // Four joints, each connected with all others; a ladder, which gives more loops when cut across.
  EXPECT_EQ(most_loops(4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}), 1);
  EXPECT_EQ(most_loops(4, {{0, 1}, {0, 1}, {1, 2}, {2, 3}, {2, 3}, {3, 0}}), 2);
}

// The packing has exactly the loops that the opener can offer in the best order.
TEST(DisjointLoops, AreTheMaximumOverAllOrdersOfOffers) {
  int joined = 0;
  for (const Board& board : {Board(5, 5), Board(4, 6), Board(3, 8)}) {
    const StageTest test(board);
    LoonySolver solver(board);
    RandomEndgames endgames(board);
    for (int i = 0; i < 12'000; ++i) {
      const EdgeSet quiet = endgames.next();
      if (test.stage(quiet) != Stage::loony_endgame) continue;
      const Structure structure = structure_of({board, quiet});
      if (structure.joints.size() < 2) continue;
      ++joined;
      EXPECT_EQ(most_disjoint_loops(structure), lines(board, quiet).most_loops) << quiet;
      EXPECT_LE(solver.controlled_value(quiet), solver.value(quiet)) << quiet;
    }
  }
  RecordProperty("joined", joined);
  EXPECT_GT(joined, 200);
}

TEST(LoonyEndgame, AgreesWithTheRulesOnEveryShape) {
  for (const Example& example : kShapes) {
    const Position position = parse_picture(example.picture);
    const oracle::Rules rules(position.board.rows(), position.board.columns());
    LoonySolver solver(position.board);
    expect_theory(solver, position.drawn, oracle::value_below(rules, position.drawn));
  }
}

// Sierra, theorem 83.
TEST(LoonyEndgame, TerminalBonusOfTheShapes) {
  for (const Example& example : kShapes) {
    const Position position = parse_picture(example.picture);
    const bool eight = example.kind == Kind::shackles || example.kind == Kind::dipper ||
                       example.kind == Kind::eight || example.kind == Kind::loop ||
                       example.kind == Kind::earmuffs;
    const int controlled = LoonySolver(position.board).controlled_value(position.drawn);
    EXPECT_EQ(controlled - fully_controlled_value(structure_of(position)), eight ? 8 : 4)
        << example.name;
  }
}

TEST(LoonyEndgame, RefusesOtherPositions) {
  const Board board(3, 3);
  EXPECT_THROW(LoonySolver(board).value(0), BadInput);
}

TEST(ShortChains, AgreeWithTheFlatTables) {
  int seen = 0;
  for (const Board& board : kSmallBoards) {
    const StageTest test(board);
    LoonySolver solver(board);
    for_every_quiet_position(board, [&](EdgeSet quiet) {
      if (test.stage(quiet) != Stage::short_chains) return;
      ++seen;
      const Exchange exchange = exchange_of({board, quiet});
      EXPECT_GE(exchange.cost(), 0);
      EXPECT_LE(exchange.cost(), 2);
      EXPECT_EQ(value_before_exchange(exchange, solver.value(exchange.endgame)),
                flat_table(board).value(quiet))
          << board.name() << " " << quiet;
    });
  }
  RecordProperty("positions", seen);
  EXPECT_GT(seen, 2000);
}

TEST(ShortChains, RefusesOtherPositions) {
  const Board board(3, 3);
  EXPECT_THROW(exchange_of({board, {}}), BadInput);
  EXPECT_THROW(exchange_of({board, board.all()}), BadInput);
}

}  // namespace pipo::theory::loony_test
