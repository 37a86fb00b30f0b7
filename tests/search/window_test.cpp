// Compares searches with windows with values computed from the rules.
#include "search/window.hpp"

#include <gtest/gtest.h>

#include <random>

#include "pipopipette/notation.hpp"
#include "tests/support/oracle_table.hpp"

namespace pipo::window_test {

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
      const Bounds bounds = search_window(search, drawn, window, [&](const Bounds& found) {
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
    const Bounds bounds = search_window(search, drawn, {value(drawn), 99});
    const auto edge = remembered_move(search, drawn, bounds.lower);
    EXPECT_FALSE(remembered_move(search, drawn, bounds.upper + 2));
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
  EXPECT_EQ(search_window(search, 0, {-9, 9}).lower, -3);
  EXPECT_GT(asked, 3U);
  EXPECT_LT(search.nodes(), 200U);
  // The search trusts external values, right or wrong.
  options.elsewhere = [](EdgeSet) { return 5; };
  DepthFirstSearch misled(board, options);
  EXPECT_EQ(search_window(misled, 0, {-9, 9}).upper, 5);
}

TEST(Window, KeepsItsBoundsWhenStopped) {
  Bounds last = widest_bounds(12);
  bool stop = true;
  const auto stopped = [&] { return stop && last.upper - last.lower < 24; };
  DepthFirstSearch search(Board(3, 4), {.stopped = stopped});
  EXPECT_THROW(search_window(search, 0, {-12, 12}, [&](const Bounds& found) { last = found; }),
               SearchStopped);
  EXPECT_FALSE(last.exact());
  stop = false;
  EXPECT_LE(last.lower, 0);  // Barker and Korf
  EXPECT_GE(last.upper, 0);
  EXPECT_EQ(search_window(search, 0, {0, 12}).lower, 0);
}

}  // namespace pipo::window_test
