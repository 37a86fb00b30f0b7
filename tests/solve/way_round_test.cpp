#include "solve/way_round.hpp"

#include <gtest/gtest.h>

#include <random>

namespace pipo {
namespace {

TEST(WayRound, LiesAsTablesDo) {
  const Position tall{Board(4, 2), 0b1011};
  const WayRound turned = way_round(tall);
  EXPECT_TRUE(turned.transposed);
  EXPECT_EQ(turned.start, image_of(tall, kTranspose));
  const Position wide{Board(2, 4), 0b1011};
  EXPECT_FALSE(way_round(wide).transposed);
  EXPECT_EQ(way_round(wide).start, wide);
}

// The middle row has more than the middle column, though all the rest is above it.
TEST(WayRound, CutsWhereMostIsDrawn) {
  const Board board(5, 5);
  EdgeSet drawn = 0;
  for (int i = 0; i < 6; ++i) drawn |= EdgeSet{1} << board.vertical(2, i);
  for (const int i : {0, 1, 3}) drawn |= EdgeSet{1} << board.horizontal(0, i);
  const Position cut{board, drawn};
  EXPECT_FALSE(way_round(cut).transposed);
  EXPECT_EQ(way_round(cut).start, cut);
  const WayRound turned = way_round(image_of(cut, kTranspose));
  EXPECT_TRUE(turned.transposed);
  EXPECT_EQ(turned.start, cut);
}

// Nothing is drawn in the middle, either way; but all that is drawn is to the left.
TEST(WayRound, LikesHalvesThatAreAlike) {
  const Board board(4, 4);
  EdgeSet left = 0;
  for (int r = 0; r < 4; ++r) left |= EdgeSet{1} << board.vertical(r, 0);
  const WayRound turned = way_round({board, left});
  EXPECT_FALSE(turned.transposed);
  EXPECT_TRUE(way_round(image_of({board, left}, kTranspose)).transposed);
}

TEST(WayRound, OfImagesIsTheSame) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200; ++i) {
    const Board board(3, 3);
    const Position start{board, random() & random() & board.all()};
    const WayRound one = way_round(start);
    const WayRound other = way_round(image_of(start, kTranspose));
    // Unless both ways are equal, when each is left as it is.
    if (one.transposed || other.transposed) {
      EXPECT_EQ(one.start, other.start);
      EXPECT_NE(one.transposed, other.transposed);
    }
  }
}

}  // namespace
}  // namespace pipo
