// The choice of layers that a table keeps.
#include "probe/space/kept_layers.hpp"

#include <gtest/gtest.h>

#include "pipopipette/error.hpp"

namespace pipo::kept_layers_test {

std::string kept(const char* which, const TableIdentity& table = {Board(4, 4), 0}) {
  return KeptLayers::parse(which, table).text();
}

TEST(KeptLayers, AddTheSmallOnesToEverySecondOrThird) {
  EXPECT_EQ(kept("even"), "0-6,8,10,12,14,16,18,20,22,24,26-40");
  EXPECT_EQ(kept("odd"), "0-7,9,11,13,15,17,19,21,23,25,27-40");
  EXPECT_EQ(kept("every 3"), "0-6,9,12,15,18,21,24,27-40");
  EXPECT_EQ(kept("0-14,even"), "0-14,16,18,20,22,24,26-40");
  EXPECT_EQ(kept(" 0-9 , every 4"), "0-9,12,16,20,24,27-40");
  EXPECT_EQ(kept("every 1"), "0-40");
}

TEST(KeptLayers, TakeRangesAsTheyAre) {
  EXPECT_EQ(kept("0-14"), "0-14");
  EXPECT_EQ(kept("9"), "9");
  EXPECT_EQ(kept("0-8,30-40,12"), "0-8,12,30-40");
}

// A swedish start has 16 of the 40 edges drawn.
TEST(KeptLayers, BeginAtTheStart) {
  const Board board(4, 4);
  EXPECT_EQ(kept("even", {board, board.outer()}), "16-20,22,24,26,28,30,32-40");
  EXPECT_THROW(kept("15", {board, board.outer()}), BadInput);
}

TEST(KeptLayers, RefuseWhatTheyCannotRead) {
  for (const char* which : {"", ",", "even,", "evens", "every", "every 0", "every x", "3-", "-3",
                            "9-3", "0-41", "41", "1 2", "0--3", "1000", "+1"}) {
    EXPECT_THROW(kept(which), BadInput) << which;
  }
}

TEST(KeptLayers, KnowFromWhereOnPositionsAreSolved) {
  const TableIdentity table{Board(5, 5), 0};
  const auto from = [&](const char* which) {
    return KeptLayers::parse(which, table).solved_from();
  };
  EXPECT_EQ(from("0-13"), 13);
  EXPECT_EQ(from("0-13,15-60"), std::nullopt);
  EXPECT_EQ(from("0-13,17-60"), 13);
  EXPECT_EQ(from("even"), std::nullopt);
  EXPECT_EQ(from("every 3"), std::nullopt);
  EXPECT_EQ(from("every 4"), 10);
  EXPECT_EQ(from("9"), 0);
  EXPECT_EQ(from("0-59"), std::nullopt);
  EXPECT_EQ(from("0"), 0);
  const Board board(4, 4);
  EXPECT_EQ(KeptLayers::parse("20-40", {board, board.outer()}).solved_from(), 16);
}

TEST(KeptLayers, ComputeUpToTwoOmittedInARow) {
  KeptLayers::Layers layers;
  for (const int layer : {0, 1, 3, 6, 9, 13, 15, 16}) layers.set(static_cast<std::size_t>(layer));
  const KeptLayers kept(0, 16, layers);
  EXPECT_EQ(kept.omitted(), 9);
  EXPECT_FALSE(kept.keeps_all());
  EXPECT_FALSE(kept.answers_all());
  for (int layer = 0; layer <= 16; ++layer) {
    EXPECT_EQ(kept.computes(layer), layer == 11 || layer == 12 || layer == 14) << layer;
  }
  EXPECT_TRUE(KeptLayers::all({Board(2, 2), 0}).keeps_all());
  EXPECT_TRUE(KeptLayers::all({Board(2, 2), 0}).answers_all());
}

}  // namespace pipo::kept_layers_test
