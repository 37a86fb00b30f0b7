// Compares the values and bounds of the search with values computed from the rules, and with
// tables.
#include "search/depth_first.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/tables.hpp"
#include "probe/base/count_bits.hpp"
#include "search/answer.hpp"
#include "tests/support/board_support.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/verify/generated.hpp"

namespace pipo::depth_first_test {

EdgeSet random_position(const Board& board, std::mt19937_64& random) {
  const EdgeSet drawn = random() & board.all();
  return random() % 2 == 0 ? drawn : drawn & random();
}

class EveryPosition : public testing::TestWithParam<const char*> {};

TEST_P(EveryPosition, EqualsTheOracle) {
  const Board board = Board::parse(GetParam());
  const int most = board.edges() > 14 ? 3 : 5;
  for (LastMoveCost cost = 0; cost <= most; ++cost) {
    const oracle::FlatTable& oracle = oracle_of(board, cost);
    DepthFirstSearch search(board, {.last_move_cost = cost});
    std::uint64_t wrong = 0;
    for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
      if (search.value(drawn) == oracle.value(drawn)) continue;
      if (wrong++ == 0) ADD_FAILURE() << to_string({board, drawn}) << ", cost " << int{cost};
    }
    EXPECT_EQ(wrong, 0U);
  }
}

INSTANTIATE_TEST_SUITE_P(DepthFirst, EveryPosition,
                         testing::Values("1x1", "1x2", "2x1", "1x3", "1x4", "2x2", "2x3", "1x5"));

TEST(DepthFirst, RandomPositionsOf3x3AndAllTheirMoves) {
  const Board board(3, 3);
  const Values value = oracle_values(board);
  std::mt19937_64 random(3);
  DepthFirstSearch search(board);
  for (int i = 0; i < 2000; ++i) {
    const EdgeSet drawn = random_position(board, random);
    const Answer answer = search.answer(drawn);
    ASSERT_EQ(answer.value, value(drawn)) << to_string({board, drawn});
    EXPECT_EQ(answer.position, (Position{board, drawn}));
    for (const MoveValue& move : answer.moves) {
      const int after = value(drawn | EdgeSet{1} << move.edge);
      ASSERT_EQ(move.value, move.captures > 0 ? move.captures + after : -after)
          << to_string({board, drawn}) << " " << edge_name(board, move.edge);
      EXPECT_EQ(std::ranges::count(answer.best, move.edge), move.value == answer.value);
    }
  }
}

// With little memory the search takes longer and finds the same values.
TEST(DepthFirst, WithLittleMemory) {
  const Board board(3, 3);
  const Values value = oracle_values(board);
  std::mt19937_64 random(4);
  DepthFirstSearch search(board, {.memory_bytes = 1 << 16, .stopped = {}});
  for (int i = 0; i < 100; ++i) {
    const EdgeSet drawn = random_position(board, random);
    ASSERT_EQ(search.value(drawn), value(drawn)) << to_string({board, drawn});
  }
}

// Published by Wilson and by Barker and Korf. 2x7 and larger boards take more than a minute.
TEST(DepthFirst, ValuesOfEmptyBoards) {
  EXPECT_EQ(DepthFirstSearch(Board(3, 3)).value(0), -3);
  EXPECT_EQ(DepthFirstSearch(Board(2, 4)).value(0), 2);
  EXPECT_EQ(DepthFirstSearch(Board(4, 2)).value(0), 2);
  EXPECT_EQ(DepthFirstSearch(Board(1, 8)).value(0), 0);
}

TEST(DepthFirst, FullBoardAndBadInput) {
  const Board board(2, 2);
  DepthFirstSearch search(board);
  EXPECT_EQ(search.value(board.all()), 0);
  EXPECT_TRUE(search.answer(board.all()).moves.empty());
  EXPECT_THROW(search.value(EdgeSet{1} << 12), BadInput);
  EXPECT_THROW(search.answer(EdgeSet{1} << 63), BadInput);
}

TEST(DepthFirst, StopsOnRequestAndContinues) {
  int asked = 0;
  DepthFirstSearch search(Board(3, 3),
                          {.memory_bytes = 1 << 20, .stopped = [&] { return ++asked == 3; }});
  EXPECT_THROW(search.value(0), SearchStopped);
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(search.value(0), -3);
}

// The sweep shares no code with the search.
class AgainstTables : public testing::TestWithParam<const char*> {};

TEST_P(AgainstTables, LongRunRandomPositions) {
  const Board board = Board::parse(GetParam());
  const TemporaryFolder folder;
  const GenerateOptions options{.board = board, .tables = folder.path()};
  const Tables tables = Tables::only(test::generated(folder.path(), options));
  std::mt19937_64 random(5);
  DepthFirstSearch search(board);
  for (int i = 0; i < 1000; ++i) {
    EdgeSet drawn = random_position(board, random);
    while (board.edges() - count_bits(drawn) > 24) {
      drawn |= EdgeSet{1} << random() % 40 & board.all();
    }
    ASSERT_EQ(search.value(drawn), tables.value({board, drawn})) << to_string({board, drawn});
  }
}

// The transposition table grows several times, and threads share it.
void expect_all_moves(std::initializer_list<unsigned> counts_of_threads, int positions) {
  const Board board(3, 4);
  const TemporaryFolder folder;
  const GenerateOptions options{.board = board, .tables = folder.path()};
  const Tables tables = Tables::only(test::generated(folder.path(), options));
  for (const unsigned threads : counts_of_threads) {
    std::mt19937_64 random(6);
    DepthFirstSearch search(board);
    for (int i = 0; i < positions; ++i) {
      EdgeSet drawn = 0;
      while (count_bits(drawn) < 4) drawn |= EdgeSet{1} << random() % 31;
      int found = 0;
      const Answer answer = search.answer(drawn, threads, [&](const MoveValue&) { ++found; });
      const Answer right = tables.answer({board, drawn});
      EXPECT_EQ(found, 27);
      EXPECT_EQ(answer.best, right.best) << to_string({board, drawn});
      ASSERT_TRUE(
          std::ranges::equal(answer.moves, right.moves, {}, &MoveValue::value, &MoveValue::value))
          << to_string({board, drawn}) << " by " << threads << " threads";
    }
  }
}

TEST(DepthFirst, AllMovesByAnyNumberOfThreads) {
  expect_all_moves({1, 4}, 1);
}

TEST(DepthFirst, LongRunAllMovesOfMorePositionsByAnyNumberOfThreads) {
  expect_all_moves({1, 2, 4}, 4);
}

INSTANTIATE_TEST_SUITE_P(DepthFirst, AgainstTables, testing::Values("3x4", "3x5", "4x4"));

// Checks that the bounds hold and answer the window's question.
void expect_settled(const Bounds& bounds, const Window& window, int value) {
  EXPECT_LE(bounds.lower, value);
  EXPECT_GE(bounds.upper, value);
  if (value < window.low) {
    EXPECT_LT(bounds.upper, window.low);
  } else if (value > window.high) {
    EXPECT_GT(bounds.lower, window.high);
  } else {
    EXPECT_TRUE(bounds.exact());
  }
}

TEST(Window, FindsTheSideOrTheValue) {
  std::mt19937_64 random(7);
  for (const char* name : {"1x1", "1x4", "2x2", "2x3", "3x3"}) {
    const Board board = Board::parse(name);
    const Values value = oracle_values(board);
    DepthFirstSearch search(board);
    for (int i = 0; i < 500; ++i) {
      const EdgeSet drawn = random() & random() & board.all();
      const int low = static_cast<int>(random() % 24) - 12;
      const Window window{low, low + static_cast<int>(random() % 5)};
      SCOPED_TRACE(to_string({board, drawn}));
      Bounds last = widest_bounds(board.boxes());
      const Bounds bounds = search.bound(drawn, window, [&](const Bounds& found) {
        EXPECT_GE(found.lower, last.lower);
        EXPECT_LE(found.upper, last.upper);
        last = found;
      });
      expect_settled(bounds, window, value(drawn));
    }
  }
}

TEST(Window, RemembersAMoveWithTheValue) {
  std::mt19937_64 random(8);
  const Board board(3, 3);
  const Values value = oracle_values(board);
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    const EdgeSet drawn = random() & random() & board.all();
    DepthFirstSearch search(board);
    const Bounds bounds = search.bound(drawn, {value(drawn), 99});
    const auto edge = search.known_move(drawn, bounds.lower);
    EXPECT_FALSE(search.known_move(drawn, bounds.upper + 2));
    if (!edge) continue;
    ++found;
    const EdgeSet next = drawn | EdgeSet{1} << *edge;
    const int captures = completed_boxes(board, drawn, *edge);
    EXPECT_EQ(captures > 0 ? captures + value(next) : -value(next), value(drawn))
        << to_string({board, drawn});
  }
  EXPECT_GT(found, 290);
}

// External values are used, but only for positions with enough open edges.
TEST(Window, UsesExternalValues) {
  const Board board(3, 3);
  const Values value = oracle_values(board);
  std::uint64_t asked = 0;
  SearchOptions options;
  options.elsewhere = [&](EdgeSet drawn) -> std::optional<int> {
    ++asked;
    EXPECT_TRUE(is_quiet(board, drawn));
    EXPECT_LE(board.edges() - std::popcount(drawn), 24);
    EXPECT_GE(board.edges() - std::popcount(drawn), 22);
    if (std::popcount(drawn) == 2) return value(drawn);
    return {};
  };
  options.elsewhere_from = 22;
  DepthFirstSearch search(board, options);
  EXPECT_EQ(search.bound(0, {-9, 9}).lower, -3);
  EXPECT_GT(asked, 3U);
  EXPECT_LT(search.nodes(), 200U);
  // The search trusts external values, right or wrong.
  options.elsewhere = [](EdgeSet) { return 5; };
  DepthFirstSearch misled(board, options);
  EXPECT_EQ(misled.bound(0, {-9, 9}).upper, 5);
}

TEST(Window, KeepsItsBoundsWhenStopped) {
  Bounds last = widest_bounds(12);
  bool stop = true;
  const auto stopped = [&] { return stop && last.upper - last.lower < 24; };
  DepthFirstSearch search(Board(3, 4), {.stopped = stopped});
  EXPECT_THROW(search.bound(0, {-12, 12}, [&](const Bounds& found) { last = found; }),
               SearchStopped);
  EXPECT_FALSE(last.exact());
  stop = false;
  EXPECT_LE(last.lower, 0);  // Barker and Korf
  EXPECT_GE(last.upper, 0);
  EXPECT_EQ(search.bound(0, {0, 12}).lower, 0);
}

}  // namespace pipo::depth_first_test
