#include "probe/board/edge_list.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "pipopipette/error.hpp"

namespace pipo::edge_list_test {

TEST(EdgeList, KeepsTheGivenOrder) {
  const Board board(2, 3);
  EXPECT_EQ(edge_list(board, std::vector<int>()), "");
  EXPECT_EQ(edge_list(board, std::vector{4}), "h1.1");
  EXPECT_EQ(edge_list(board, std::vector{9, 4, 0}, ","), "v0.0,h1.1,h0.0");
  EXPECT_THROW(edge_list(board, std::vector{0, 17}), BadInput);
}

TEST(EdgeList, ListsASetByIndex) {
  const Board board(2, 3);
  EXPECT_EQ(edge_list(board, EdgeSet{0}), "");
  EXPECT_EQ(edge_list(board, EdgeSet{1} << 16 | EdgeSet{1} << 4 | 1, "; "), "h0.0; h1.1; v1.3");
}

}  // namespace pipo::edge_list_test
