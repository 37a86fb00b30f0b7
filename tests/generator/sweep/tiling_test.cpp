// Counts of tiles, and the choice of their size.
#include "generator/sweep/tiling.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace pipo::tile_sizes_test {

TEST(TileSizes, CountTheTilesOfATiling) {
  const StateSpace space(Board(3, 4));
  for (const std::uint32_t part_size : {kUndivided, 64U, 8U}) {
    const Tiling tiling(space, part_size);
    TileSizes expected{.part_size = part_size};
    for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
      for (const SectionKey& key : space.sections(layer)) {
        std::uint64_t in_row = 0;
        for (const TileNumber tile : tiling.tiles(key)) {
          const SectionPart part = tiling.part(tiling.key(tile));
          ++expected.tiles;
          ++in_row;
          expected.largest = std::max(expected.largest, part.values());
          EXPECT_EQ(tiling.number(tiling.key(tile)), tile);
          EXPECT_EQ(tiling.ends_row(tiling.key(tile)), part.end_column() == space.columns(key));
          expected.most_in_a_row = std::max(expected.most_in_a_row, in_row);
          if (part.end_column() == space.columns(key)) in_row = 0;
        }
      }
    }
    const TileSizes counted = tile_sizes(space, part_size);
    EXPECT_EQ(counted.tiles, expected.tiles);
    EXPECT_EQ(counted.largest, expected.largest);
    EXPECT_EQ(counted.most_in_a_row, expected.most_in_a_row);
  }
}

// With little memory tiles are small, so that many fit, but not so small that the lists of tiles
// use up the memory.
TEST(TileSizes, AreChosenByTheBudget) {
  const auto chosen = [](const Board& board, std::uint64_t mebibytes) {
    return part_size_within(all_tile_sizes(StateSpace(board)), mebibytes << 20);
  };
  EXPECT_EQ(chosen(Board(4, 4), 1700), 2048U);
  EXPECT_EQ(chosen(Board(4, 4), 1000), 1024U);
  EXPECT_EQ(chosen(Board(4, 4), 100), 512U);
  EXPECT_EQ(chosen(Board(4, 4), 1), 512U);
  EXPECT_EQ(chosen(Board(2, 8), 4000), 2048U);
  EXPECT_EQ(chosen(Board(2, 10), 14 << 10), 2048U);
  EXPECT_EQ(chosen(Board(4, 6), 40 << 10), 16384U);
  EXPECT_EQ(chosen(Board(4, 6), 4 << 10), 2048U);  // larger ones do not fit
}

}  // namespace pipo::tile_sizes_test
