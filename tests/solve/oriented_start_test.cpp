#include "solve/oriented_start.hpp"

#include <gtest/gtest.h>

#include <random>

namespace pipo::oriented_start_test {

TEST(OrientedStart, HasTheOrientationOfTables) {
  const Position tall{Board(4, 2), 0b1011};
  const OrientedStart turned = orient_for_sweep(tall);
  EXPECT_TRUE(turned.transposed);
  EXPECT_EQ(turned.start, image_of(tall, kTranspose));
  const Position wide{Board(2, 4), 0b1011};
  EXPECT_FALSE(orient_for_sweep(wide).transposed);
  EXPECT_EQ(orient_for_sweep(wide).start, wide);
}

// The middle row has more drawn edges than the middle column, although all others are above it.
TEST(OrientedStart, CutsWhereMostEdgesAreDrawn) {
  const Board board(5, 5);
  EdgeSet drawn = 0;
  for (int i = 0; i < 6; ++i) drawn |= EdgeSet{1} << board.vertical(2, i);
  for (const int i : {0, 1, 3}) drawn |= EdgeSet{1} << board.horizontal(0, i);
  const Position cut{board, drawn};
  EXPECT_FALSE(orient_for_sweep(cut).transposed);
  EXPECT_EQ(orient_for_sweep(cut).start, cut);
  const OrientedStart turned = orient_for_sweep(image_of(cut, kTranspose));
  EXPECT_TRUE(turned.transposed);
  EXPECT_EQ(turned.start, cut);
}

// No edge is drawn in the middle row or column; all drawn edges are on the left.
TEST(OrientedStart, PrefersSimilarHalves) {
  const Board board(4, 4);
  EdgeSet left = 0;
  for (int r = 0; r < 4; ++r) left |= EdgeSet{1} << board.vertical(r, 0);
  const OrientedStart turned = orient_for_sweep({board, left});
  EXPECT_FALSE(turned.transposed);
  EXPECT_TRUE(orient_for_sweep(image_of({board, left}, kTranspose)).transposed);
}

TEST(OrientedStart, IsTheSameForAllImages) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    const Board board(3, 3);
    const Position start{board, random() & random() & board.all()};
    const OrientedStart one = orient_for_sweep(start);
    const OrientedStart other = orient_for_sweep(image_of(start, kTranspose));
    // Except where both orientations are equal, when the position is left unchanged.
    if (one.transposed || other.transposed) {
      EXPECT_EQ(one.start, other.start);
      EXPECT_NE(one.transposed, other.transposed);
    }
  }
}

}  // namespace pipo::oriented_start_test
