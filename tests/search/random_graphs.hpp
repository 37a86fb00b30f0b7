// Random graphs, and the same graphs for the oracle.
#pragma once

#include <algorithm>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "search/graph.hpp"
#include "tests/oracle/coins.hpp"

namespace pipo::graph::test {

struct RandomGraph {
  int boxes = 0;
  std::vector<Ends> edges;

  Graph graph() const { return Graph(boxes, edges); }
  oracle::Coins coins() const { return oracle::Coins(boxes, edges); }
};

// Returns the set of all edges.
inline EdgeFlags all_edges(const Graph& graph) {
  return EdgeFlags(static_cast<std::size_t>(graph.edges()), true);
}

// Returns a graph without structure, whose boxes have up to four edges each.
inline RandomGraph any_graph(std::mt19937_64& random, int boxes, int edges) {
  RandomGraph result{boxes, {}};
  std::vector<int> degree(static_cast<std::size_t>(boxes));
  std::set<std::pair<int, int>> used;
  for (int tries = 0; tries < 200 && static_cast<int>(result.edges.size()) < edges; ++tries) {
    const auto pick = [&] { return static_cast<int>(random() % static_cast<unsigned>(boxes)); };
    const int one = pick();
    const int other = random() % 4 == 0 ? kGround : pick();
    if (one == other || degree[one] == 4) continue;
    if (other != kGround) {
      if (degree[other] == 4) continue;
      if (!used.insert(std::minmax(one, other)).second) continue;
      ++degree[other];
    }
    ++degree[one];
    result.edges.push_back({one, other});
  }
  return result;
}

// Returns a graph of at most this number of edges. Several of them may join the same two boxes, and
// boxes have any number of them. Some edges are replaced by strings with boxes on them.
inline RandomGraph any_multigraph(std::mt19937_64& random, int boxes, int edges) {
  RandomGraph result{boxes, {}};
  const auto pick = [&](int below) { return static_cast<int>(random() % below); };
  const int some = edges / 2 + pick(edges / 2 + 1);
  while (static_cast<int>(result.edges.size()) < some) {
    const int one = pick(boxes);
    const int other = pick(3) == 0 ? kGround : pick(boxes);
    if (one == other) continue;
    for (int again = pick(4) == 0 ? 2 : 1; again > 0; --again) result.edges.push_back({one, other});
  }
  while (static_cast<int>(result.edges.size()) < edges) {
    int& end = result.edges[static_cast<std::size_t>(pick(some))][1];
    const Ends rest{result.boxes, end};
    end = result.boxes++;
    result.edges.push_back(rest);
  }
  return result;
}

// Returns the open edges of a random position of a board, drawn edge by edge without regard to the
// boxes that are claimed.
inline RandomGraph of_a_board(std::mt19937_64& random, int rows, int columns, int open) {
  std::vector<Ends> all;
  const auto box = [&](int row, int column) {
    const bool inside = row >= 0 && row < rows && column >= 0 && column < columns;
    return inside ? row * columns + column : kGround;
  };
  for (int row = 0; row <= rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      all.push_back({box(row - 1, column), box(row, column)});
    }
  }
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column <= columns; ++column) {
      all.push_back({box(row, column - 1), box(row, column)});
    }
  }
  std::ranges::shuffle(all, random);
  all.resize(std::min(all.size(), static_cast<std::size_t>(open)));
  return {rows * columns, std::move(all)};
}

}  // namespace pipo::graph::test
