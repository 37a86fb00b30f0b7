// Compares positions found by number with an enumeration of all sets of edges.
#include "verify/counted_positions.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <set>

#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"

namespace pipo::test::counted_positions_test {

using Kind = CountedPositions::Kind;

// Returns all positions by number of drawn edges, found by enumeration.
std::vector<std::set<EdgeSet>> by_layer(const Position& start, Kind kind) {
  const Board& board = start.board;
  std::vector<std::set<EdgeSet>> layers(static_cast<std::size_t>(board.edges()) + 1);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    if ((drawn & start.drawn) != start.drawn) continue;
    if (kind == Kind::quiet && !is_quiet(board, drawn)) continue;
    layers[static_cast<std::size_t>(std::popcount(drawn))].insert(drawn);
  }
  return layers;
}

void expect_all(const Position& start, Kind kind) {
  const CountedPositions counted(start, kind);
  const auto layers = by_layer(start, kind);
  for (int layer = 0; layer <= start.board.edges(); ++layer) {
    const auto& expected = layers[static_cast<std::size_t>(layer)];
    ASSERT_EQ(counted.size(layer), expected.size()) << start.board.name() << " " << layer;
    std::set<EdgeSet> found;
    for (std::uint64_t number = 0; number < counted.size(layer); ++number) {
      const Position position = counted.at(layer, number);
      ASSERT_EQ(position.board, start.board);
      found.insert(position.drawn);
    }
    EXPECT_EQ(found, expected) << start.board.name() << " " << layer;
  }
}

TEST(CountedPositions, AreAllPositions) {
  for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 4}, {4, 1}, {2, 2}, {2, 3}, {3, 2}}) {
    const Board board(rows, columns);
    for (const Kind kind : {Kind::all, Kind::quiet}) {
      expect_all({board, 0}, kind);
      expect_all({board, swedish_start(board)}, kind);
      expect_all({board, icelandic_start(board)}, kind);
    }
  }
}

TEST(CountedPositions, OfLargeBoards) {
  const CountedPositions all({Board(4, 4), 0}, Kind::all);
  EXPECT_EQ(all.size(20), 137846528820U);  // 40 over 20
  const CountedPositions longest({Board(1, 21), 0}, Kind::all);
  EXPECT_EQ(longest.size(32), 1832624140942590534U);  // 64 over 32
  EXPECT_EQ(longest.at(32, longest.size(32) - 1).layer(), 32);
  const CountedPositions quiet({Board(5, 5), 0}, Kind::quiet);
  EXPECT_EQ(quiet.size(59), 0U);  // one open edge makes its boxes capturable
  EXPECT_EQ(quiet.size(60), 1U);
  for (const int layer : {0, 20, 40, 57}) {
    const std::uint64_t size = quiet.size(layer);
    ASSERT_GT(size, 0U);
    for (const std::uint64_t number : {std::uint64_t{0}, size / 3, size / 2, size - 1}) {
      const Position position = quiet.at(layer, number);
      EXPECT_EQ(position.layer(), layer);
      EXPECT_TRUE(is_quiet(position.board, position.drawn));
    }
  }
}

}  // namespace pipo::test::counted_positions_test
