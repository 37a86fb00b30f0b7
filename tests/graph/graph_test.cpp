#include "graph/graph.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "pipopipette/error.hpp"

namespace pipo::graph_test {

using graph::Graph;
using graph::kGround;

TEST(Graph, NumbersEdgesAsGiven) {
  const Graph path(3, {{kGround, 0}, {1, 0}, {1, 2}, {2, kGround}, {2, kGround}});
  EXPECT_EQ(path.boxes(), 3);
  EXPECT_EQ(path.edges(), 5);
  EXPECT_EQ(path.across(1, 0), 1);
  EXPECT_EQ(path.across(1, 1), 0);
  EXPECT_EQ(path.across(3, 2), kGround);
  EXPECT_EQ(std::vector<int>(path.around(2).begin(), path.around(2).end()),
            (std::vector<int>{2, 3, 4}));
}

TEST(Graph, RefusesWhatNoBoardHas) {
  EXPECT_THROW(Graph(-1, {}), BadInput);
  EXPECT_THROW(Graph(graph::kMostBoxes + 1, {}), BadInput);
  EXPECT_THROW(Graph(2, {{0, 2}}), BadInput);
  EXPECT_THROW(Graph(2, {{-2, 0}}), BadInput);
  EXPECT_THROW(Graph(2, {{1, 1}}), BadInput);
  EXPECT_THROW(Graph(2, {{kGround, kGround}}), BadInput);
  EXPECT_THROW(Graph(2, {{0, 1}, {1, 0}}), BadInput);
  EXPECT_EQ(Graph(0, {}).edges(), 0);
}

}  // namespace pipo::graph_test
