// Compares values of boards with more than 64 edges with those from the rules alone.
#include "solve/large_board.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "graph/board_graph.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notations.hpp"
#include "pipopipette/rules.hpp"
#include "solve/game_analysis.hpp"
#include "tests/oracle/coins.hpp"

namespace pipo::large_board_test {

// A position with few open edges, and the same for the oracle: its strings are the open edges in
// ascending order.
struct Late {
  Position position;
  std::vector<int> open;

  oracle::Coins coins() const {
    std::vector<std::array<int, 2>> strings;
    for (const int edge : open) strings.push_back(position.board.neighbours(edge));
    return {position.board.boxes(), strings};
  }
};

Late random_late(const Board& board, int open, std::mt19937_64& random) {
  std::vector<int> edges(static_cast<std::size_t>(board.edges()));
  std::iota(edges.begin(), edges.end(), 0);
  std::ranges::shuffle(edges, random);
  // Neighbours of one place, so that there are regions with several strings.
  const int centre = edges.front();
  const auto far = [&](int edge) {
    const auto place = [&](int of) {
      return std::max(board.neighbours(of)[0], board.neighbours(of)[1]);
    };
    const int from = place(centre), to = place(edge), width = board.columns();
    return std::abs(from / width - to / width) + std::abs(from % width - to % width);
  };
  if (random() % 2 == 0) std::ranges::stable_sort(edges, {}, far);
  edges.resize(static_cast<std::size_t>(open));
  std::ranges::sort(edges);
  Late late{{board, {}}, edges};
  for (int edge = 0; edge < board.edges(); ++edge) late.position.drawn.insert(edge);
  for (const int edge : edges) late.position.drawn.erase(edge);
  return late;
}

const Tables& no_tables() {
  static const Tables tables(std::vector<std::filesystem::path>{});
  return tables;
}

TEST(LargeBoard, ValuesOfAllMovesEqualTheOracle) {
  std::mt19937_64 random(71);
  for (const Board& board : {Board(6, 6), Board(7, 7), Board(4, 9), Board(20, 20)}) {
    const Solver solver(no_tables());
    for (int i = 0; i < 15; ++i) {
      const Late late = random_late(board, 13, random);
      const oracle::Coins coins = late.coins();
      const oracle::CoinValues value(coins);
      const Solution solution = solver.solve(late.position);
      ASSERT_EQ(solution.way, Way::search);
      ASSERT_EQ(solution.answer.value, value(coins.all())) << late.position;
      ASSERT_EQ(solution.answer.moves.size(), late.open.size());
      for (std::size_t j = 0; j < late.open.size(); ++j) {
        const MoveValue& move = solution.answer.moves[j];
        const int string = static_cast<int>(j);
        const int captures = coins.freed(coins.all(), string);
        const int after = value(coins.all() & ~(oracle::Uncut{1} << string));
        ASSERT_EQ(move.edge, late.open[j]);
        ASSERT_EQ(move.captures, captures);
        ASSERT_EQ(move.value, captures > 0 ? captures + after : -after) << late.position;
        ASSERT_EQ(std::ranges::count(solution.answer.best, move.edge),
                  move.value == solution.answer.value);
      }
    }
  }
}

TEST(LargeBoard, EarlyPositionsAreRefusedAtOnce) {
  const Solver solver(no_tables(), {.seconds = 10});
  const Position empty{Board(7, 7), {}};
  EXPECT_THROW(solver.solve(empty), OutOfTime);
  EXPECT_THROW(Solver(no_tables()).solve(empty), OutOfTime);
  const Known known = solver.know(empty);
  EXPECT_FALSE(known.solution);
  EXPECT_EQ(known.bounds, (Bounds{-49, 49}));
  EXPECT_NE(known.why_not.find("112 strings and loops are left"), std::string::npos)
      << known.why_not;
  EXPECT_THROW(solver.solve(empty, {.only = Way::table}), MissingTable);
  EXPECT_THROW(solver.solve(empty, {.only = Way::sweep}), BadInput);
}

// The time that a refusal advises is not refused.
TEST(LargeBoard, TheAdvisedTimeIsEnoughToBegin) {
  for (int strings = 1; strings <= 60; ++strings) {
    const double seconds = seconds_to_search(strings);
    EXPECT_GE(solvable_strings(seconds), strings) << seconds;
  }
  const auto advice = [](const Position& position) -> std::string {
    try {
      Solver(no_tables()).solve(position, {.seconds = 0.5});
    } catch (const OutOfTime& error) {
      return error.what();
    }
    return {};
  };
  EXPECT_TRUE(advice({Board(6, 6), {}}).ends_with("can be searched; draw more edges"))
      << advice({Board(6, 6), {}});
  std::mt19937_64 random(74);
  Late late = random_late(Board(9, 9), 40, random);
  for (int open = 40; graph::strings_when_settled(late.position) < 34; ++open) {
    late = random_late(Board(9, 9), open, random);
  }
  EXPECT_NE(advice(late.position).find("; draw more edges, or allow about "), std::string::npos)
      << advice(late.position);
}

TEST(LargeBoard, StopsOnRequestAndContinues) {
  std::mt19937_64 random(72);
  const Late late = random_late(Board(7, 7), 34, random);
  const Solver solver(no_tables());
  EXPECT_THROW(solver.solve(late.position, {.stopped = [] { return true; }}), Stopped);
  const int value = solver.solve(late.position).answer.value;
  EXPECT_EQ(Solver(no_tables()).solve(late.position).answer.value, value);
  EXPECT_TRUE(solver.solve(late.position, {.memory = std::uint64_t{256} << 20}).answer.value ==
              value);
}

TEST(LargeBoard, MoreTimeSolvesMore) {
  EXPECT_LT(solvable_strings(1), solvable_strings(10));
  EXPECT_GE(solvable_strings(5), 32);
  EXPECT_GT(solvable_strings(INFINITY), 1000);
  EXPECT_LT(solvable_strings(0), 32);
}

Game record(const std::string& notation, const std::string& name) {
  std::ifstream file(std::filesystem::path(PIPO_RECORDS) / name);
  std::string text, line;
  while (std::getline(file, line)) {
    if (!line.starts_with('#')) text += line + "\n";
  }
  return read_game(notation, text);
}

// The records say in their first lines where they come from.
class Records : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Records, LastThirdIsExact) {
  const Game game = record(GetParam().first, GetParam().second);
  ASSERT_EQ(game.board(), Board(10, 10));
  const int moves = static_cast<int>(game.moves().size());
  ASSERT_EQ(moves, 220);
  bool enough = false;
  const AnalysedGame analysed =
      analyse_game(game, Solver(no_tables()), {.stopped = [&] { return enough; }},
                   [&](const AnalysedGame& now) { enough = now.unknown <= moves * 2 / 3; });
  EXPECT_LE(analysed.unknown, moves * 2 / 3);
  for (int i = analysed.unknown; i < moves; ++i) {
    const AnalysedMove& move = analysed.moves[static_cast<std::size_t>(i)];
    ASSERT_TRUE(move.before.exact() && move.after.exact()) << i;
    ASSERT_EQ(move.way, Way::search);
    ASSERT_EQ(move.lost() == 0, std::ranges::count(move.best, move.edge) == 1) << i;
    ASSERT_GE(move.lost(), 0);
  }
  // The last positions, by the rules.
  for (int i = moves - 18; i < moves; ++i) {
    const AnalysedMove& move = analysed.moves[static_cast<std::size_t>(i)];
    const Late late{{game.board(), move.drawn}, legal_moves({game.board(), move.drawn})};
    const oracle::Coins coins = late.coins();
    ASSERT_EQ(move.before.lower, oracle::CoinValues(coins)(coins.all())) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(LargeBoard, Records,
                         testing::Values(std::pair("ksquares", "ksquares-10x10.dbl"),
                                         std::pair("openspiel", "openspiel-10x10.txt")));

}  // namespace pipo::large_board_test
