#include "graph/board_graph.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "pipopipette/notation.hpp"

namespace pipo::board_graph_test {

TEST(BoardGraph, KeepsTheNumbersOfEdgesAndBoxes) {
  for (const Board& board : {Board(1, 1), Board(2, 3), Board(7, 7), Board(20, 20)}) {
    const graph::Graph graph = graph::graph_of(board);
    ASSERT_EQ(graph.boxes(), board.boxes());
    ASSERT_EQ(graph.edges(), board.edges());
    for (int box = 0; box < board.boxes(); ++box) {
      std::array<int, 4> sides = board.edges_of(box);
      std::ranges::sort(sides);
      EXPECT_TRUE(std::ranges::equal(graph.around(box), sides));
    }
  }
}

TEST(BoardGraph, OpenEdgesAndStrings) {
  const Position position = parse_position("2x2:000000000000");
  EXPECT_EQ(std::ranges::count(graph::open_edges(position), true), 12);
  // Four joints: the boxes, with two outer edges each and four inner ones.
  EXPECT_EQ(graph::strings_when_settled(position), 12);
  EXPECT_EQ(graph::strings_when_settled(parse_position("2x2:111111111111")), 0);
  // The outer edges are drawn: the inner ones make a loop.
  EXPECT_EQ(graph::strings_when_settled(parse_position("2x2:110011101101")), 1);
}

}  // namespace pipo::board_graph_test
