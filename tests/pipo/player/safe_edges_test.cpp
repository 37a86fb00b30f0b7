// The edges that offer no box, compared with what the rules say after each move.
#include "pipo/player/safe_edges.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "pipopipette/notation.hpp"
#include "probe/board/settle.hpp"
#include "tests/support/random_game.hpp"

namespace pipo::safe_edges_test {

std::vector<int> safe_by_the_rules(const Position& position) {
  std::vector<int> edges = legal_moves(position);
  std::erase_if(edges, [&](int edge) {
    Position after = position;
    after.drawn.insert(edge);
    return !is_quiet(after);
  });
  return edges;
}

TEST(SafeEdges, AreThoseAfterWhichThePositionIsQuiet) {
  std::mt19937_64 random(1);
  std::size_t some = 0, in_noisy = 0;
  for (const char* name : {"1x1", "1x4", "2x3", "4x4", "5x5", "6x6", "9x7"}) {
    const Board board = Board::parse(name);
    for (int game = 0; game < 10; ++game) {
      Position position{board, {}};
      for (const int edge : test::random_game(board, random, game % 2 == 0)) {
        const std::vector<int> safe = safe_by_the_rules(position);
        ASSERT_EQ(safe_edges(position), safe) << to_string(position);
        some += !safe.empty();
        in_noisy += !safe.empty() && !is_quiet(position);
        position.drawn.insert(edge);
      }
    }
  }
  EXPECT_GT(some, 500U);
  EXPECT_GT(in_noisy, 50U);
}

}  // namespace pipo::safe_edges_test
