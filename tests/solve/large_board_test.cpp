// Compares values of boards with more than 64 edges with those from the rules alone.
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

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "pipopipette/rules.hpp"
#include "search/graph.hpp"
#include "search/graph_solver.hpp"
#include "solve/game_analysis.hpp"
#include "solve/method.hpp"
#include "tests/oracle/coins.hpp"

namespace pipo::large_board_test {

using graph::EdgeFlags;

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
      ASSERT_EQ(solution.method, Method::search);
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
  const Attempt known = solver.try_solve(empty);
  EXPECT_FALSE(known.solution);
  EXPECT_EQ(known.bounds, (Bounds{-49, 49}));
  EXPECT_NE(known.why_not.find("112 strings and loops are left"), std::string::npos)
      << known.why_not;
  EXPECT_THROW(solver.solve(empty, {.only = Method::table}), MissingTable);
  EXPECT_THROW(solver.solve(empty, {.only = Method::sweep}), BadInput);
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

// Its value is settled long before those of its moves.
constexpr const char* kLongToSolve =
    "6x6:100100010001100110001111010011101100010010001011000100010110001110000010010000010000";

TEST(LargeBoard, WindowsAreAnsweredBeforeTheMovesAreKnown) {
  const Position position = parse_position(kLongToSolve);
  for (const Window& window : {Window{1, 0}, Window{-2, -2}, Window{-36, -4}, Window{-1, 36}}) {
    const Solver solver(no_tables());
    const ValueBounds found = solver.bound(position, window);
    EXPECT_TRUE(found.in_time);
    EXPECT_EQ(found.method, Method::search);
    EXPECT_EQ(found.position, position);
    EXPECT_TRUE(window.settles(found.bounds));
    EXPECT_TRUE(found.bounds.lower <= -2 && -2 <= found.bounds.upper);
    EXPECT_GT(found.looked_at, 0U);
    EXPECT_EQ(found.move.has_value(), found.bounds.lower >= window.low);
    // It is remembered.
    const ValueBounds again = solver.bound(position, window);
    EXPECT_EQ(again.bounds, found.bounds);
    EXPECT_EQ(again.looked_at, 0U);
  }
}

TEST(LargeBoard, WindowsEqualTheOracle) {
  std::mt19937_64 random(73);
  for (const Board& board : {Board(6, 6), Board(4, 9), Board(20, 20)}) {
    const Solver solver(no_tables());
    for (int i = 0; i < 15; ++i) {
      const Late late = random_late(board, 13, random);
      const oracle::Coins coins = late.coins();
      const oracle::CoinValues value(coins);
      const int right = value(coins.all());
      for (const int low : {1 - kMaximumValue, right - 3, right - 1, right, right + 1, right + 2}) {
        for (const int high : {low - 1, low, low + 3, kMaximumValue}) {
          const Window window{low, high};
          const ValueBounds found = solver.bound(late.position, window);
          ASSERT_TRUE(window.settles(found.bounds)) << late.position;
          ASSERT_TRUE(found.bounds.lower <= right && right <= found.bounds.upper) << late.position;
          ASSERT_TRUE(found.bounds.lower >= low || !found.move);
          if (!found.move) continue;
          const auto string = std::ranges::find(late.open, *found.move) - late.open.begin();
          const int captures = coins.freed(coins.all(), static_cast<int>(string));
          const int after = value(coins.all() & ~(oracle::Uncut{1} << string));
          ASSERT_GE(captures > 0 ? captures + after : -after, found.bounds.lower);
        }
      }
    }
  }
}

// The search of small boards and that of graphs share no code.
TEST(LargeBoard, WindowsAgreeWithTheSearchOfSmallBoards) {
  std::mt19937_64 random(74);
  const Solver small(no_tables(), {.only = Method::search});
  for (const Board& board : {Board(4, 4), Board(3, 6), Board(5, 5)}) {
    graph::Solver large(graph::graph_of(board));
    for (int i = 0; i < 10; ++i) {
      const Late late = random_late(board, 18, random);
      const EdgeFlags open = graph::open_edges(late.position);
      const int right = small.solve(late.position).answer.value;
      for (const Window& window : {Window{1, 0}, Window{-3, 3}, Window{right, right + 1},
                                   Window{right + 1, 25}, Window{-25, right - 1}}) {
        const Bounds one = small.bound(late.position, window).bounds;
        const Bounds other = large.bound(open, window);
        ASSERT_EQ(one.exact() && one.lower >= window.low && one.lower <= window.high,
                  right >= window.low && right <= window.high);
        ASSERT_EQ(one.lower > window.high, other.lower > window.high) << late.position;
        ASSERT_EQ(one.upper < window.low, other.upper < window.low) << late.position;
        const bool inside = right >= window.low && right <= window.high;
        ASSERT_TRUE(!inside || one == other) << late.position;
      }
    }
  }
}

TEST(LargeBoard, EarlyPositionsHaveBounds) {
  const Position empty{Board(6, 6), {}};
  const ValueBounds far = Solver(no_tables()).bound(empty, {37, 40});
  EXPECT_EQ(far.bounds, (Bounds{-36, 36}));
  EXPECT_TRUE(far.in_time);
  EXPECT_THROW(Solver(no_tables()).bound(empty, {0, 0}), OutOfTime);
  Position early = empty;
  for (int edge = 0; edge < early.board.edges(); edge += 3) early.drawn.insert(edge);
  bool told = false;
  SolverOptions options{.seconds = 0.3};
  options.searching = [&](const SearchProgress&) { told = true; };
  const ValueBounds late = Solver(no_tables(), options).bound(early, {0, 0});
  EXPECT_FALSE(late.in_time);
  EXPECT_TRUE(told);
  EXPECT_LT(late.bounds.lower, late.bounds.upper);
  EXPECT_THROW(Solver(no_tables(), {.stopped = [] { return true; }}).bound(early, {0, 0}), Stopped);
  EXPECT_THROW(Solver(no_tables(), {.only = Method::table}).bound(early, {0, 0}), MissingTable);
  EXPECT_THROW(Solver(no_tables(), {.only = Method::sweep}).bound(early, {0, 0}), BadInput);
}

TEST(LargeBoard, StopsOnRequestAndContinues) {
  std::mt19937_64 random(72);
  const Late late = random_late(Board(7, 7), 34, random);
  const Solver solver(no_tables());
  const Position longer = parse_position(kLongToSolve);
  EXPECT_THROW(solver.solve(longer, {.stopped = [] { return true; }}), Stopped);
  EXPECT_LT(solver.bound(longer, {1, 0}).bounds.upper, 1);
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
    ASSERT_EQ(move.method, Method::search);
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
