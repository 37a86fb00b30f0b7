// The largest sweeps of a layer, compared with the state spaces that sweeps go through.
#include "solve/largest_start.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "generator/plan/table_counts.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "solve/start_sweep.hpp"

namespace pipo::largest_start_test {

EdgeSet random_edges(const Board& board, int count, std::mt19937_64& random) {
  EdgeSet drawn = 0;
  while (count_bits(drawn) < count) {
    drawn |= EdgeSet{1} << random() % static_cast<unsigned>(board.edges());
  }
  return drawn;
}

TEST(LargestStart, CountsTheStateSpace) {
  std::mt19937_64 random(81);
  for (const Board& board : {Board(1, 1), Board(1, 5), Board(2, 3), Board(3, 2), Board(4, 4),
                             Board(4, 5), Board(5, 4), Board(2, 9)}) {
    for (int i = 0; i < 6; ++i) {
      const int most = std::min(board.edges(), 14);
      const EdgeSet drawn =
          i == 0 ? 0 : random_edges(board, static_cast<int>(random() % most), random);
      EXPECT_EQ(quiet_positions_from({board, drawn}),
                count_table(StateSpace(board, drawn)).total().quiet)
          << Position{board, drawn};
    }
  }
}

// No sweep of the layer has more values.
TEST(LargestStart, IsTheLargestOfItsLayer) {
  for (const auto& [board, layer] :
       {std::pair(Board(2, 3), 3), std::pair(Board(3, 3), 2), std::pair(Board(1, 6), 4)}) {
    const LargestStart found = largest_start({board, 0}, layer);
    EXPECT_TRUE(found.certain);
    EXPECT_EQ(found.position.layer(), layer);
    EXPECT_EQ(found.values, quiet_positions_from(found.position));
    for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
      if (count_bits(drawn) != layer) continue;
      ASSERT_LE(quiet_positions_from({board, drawn}), found.values);
      ASSERT_LE(size_of_sweep({board, drawn}).values, found.values) << Position{board, drawn};
    }
  }
}

// 4x5 has 4.5e8 starts with 8 drawn edges.
TEST(LargestStart, IsLookedForAmongTooManyToCompare) {
  std::mt19937_64 random(82);
  const Board board(4, 5);
  const LargestStart found = largest_start({board, 0}, 8);
  EXPECT_FALSE(found.certain);
  EXPECT_EQ(found.position.layer(), 8);
  EXPECT_EQ(found.values, quiet_positions_from(found.position));
  for (int i = 0; i < 2000; ++i) {
    ASSERT_LE(quiet_positions_from({board, random_edges(board, 8, random)}), found.values);
  }
  EXPECT_EQ(largest_start({board, 0}, 8).position, found.position);
  // Its sweep has more than six times as many values as the largest of a few random ones.
  EXPECT_GT(found.values, 7'000'000'000U);
  // More drawn edges, smaller sweeps.
  EXPECT_LT(largest_start({board, 0}, 9).values, found.values);
}

TEST(LargestStart, ContainsTheStartOfTheTable) {
  const Board board(4, 4);
  const EdgeSet start = board.outer();
  const LargestStart found = largest_start({board, start}, 18);
  EXPECT_TRUE(found.certain);
  EXPECT_EQ(static_cast<EdgeSet>(found.position.drawn) & start, start);
  EXPECT_EQ(found.position.layer(), 18);
  EXPECT_EQ(largest_start({board, start}, 16).position, (Position{board, start}));
}

std::optional<LargestStart> largest(const char* which, const Board& board) {
  const TableIdentity table{board, 0};
  return require_solvable(KeptLayers::parse(which, table), table);
}

// The layers next to those that may be omitted, whose sweeps are compared for longer.
TEST(LargestStart, LongRunRefusesTheLayerBefore) {
  EXPECT_THROW(largest("0-3", Board(4, 5)), BadInput);
  EXPECT_THROW(largest("0-17", Board(5, 5)), BadInput);
}

TEST(LargestStart, DecidesWhichLayersMayBeOmitted) {
  // 46 edges are open after three moves of 4x5, and after 14 of 5x5.
  EXPECT_THROW(largest("0-2", Board(4, 5)), BadInput);
  EXPECT_THROW(largest("0-7", Board(4, 5)), BadInput);
  EXPECT_THROW(largest("0-13", Board(5, 5)), BadInput);
  EXPECT_EQ(largest("0-18", Board(5, 5))->position.layer(), 18);
  EXPECT_EQ(largest("0-8", Board(4, 5))->position.layer(), 8);
  EXPECT_EQ(largest("9", Board(4, 4))->position, (Position{Board(4, 4), 0}));
  EXPECT_EQ(largest("even", Board(4, 5)), std::nullopt);
  EXPECT_EQ(largest("every 3", Board(5, 5)), std::nullopt);
  const TableIdentity table{Board(3, 3), 0};
  try {
    require_solvable(KeptLayers::parse("0-2", table), table, 100'000);
    ADD_FAILURE();
  } catch (const BadInput& error) {
    EXPECT_STREQ(error.what(),
                 "layers to keep: 0-2 of 3x3 leaves positions with 2 drawn edges to be solved, by "
                 "sweeps of up to 167,757 values (3x3:100000000001000000000000), and at most "
                 "100,000 are allowed; keep at least every layer up to 3, or omit at most 2 in a "
                 "row");
  }
}

}  // namespace pipo::largest_start_test
