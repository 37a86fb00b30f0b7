// The rules in the C interface: the same results as those of rules.hpp, and misuse.
#include "pipopipette/rules.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "pipopipette/game.h"

namespace pipo::c_rules_test {

class CRules : public testing::Test {
 protected:
  static Position read(const pipo_position& position) {
    return {Board(position.rows, position.columns), position.drawn};
  }

  std::uint64_t mask_ = 17;
  pipo_position to_ = {1, 1, 17};
};

TEST_F(CRules, OfTwoBoxesInARow) {
  // h0.0 h0.1 h1.0 h1.1 v0.0 v0.1 v0.2; the first box lacks v0.1, the second one also v0.2.
  const pipo_position position = {1, 2, 0x1f};
  ASSERT_EQ(pipo_legal_moves(position, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 0x60U);
  ASSERT_EQ(pipo_completed_by(position, 5, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 1U);
  ASSERT_EQ(pipo_completed_by(position, 6, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 0U);
  ASSERT_EQ(pipo_completed_by({1, 2, 0x5f}, 5, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 3U);
  ASSERT_EQ(pipo_complete_boxes({1, 2, 0x3f}, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 1U);
  ASSERT_EQ(pipo_settled(position, &to_, &mask_), PIPO_OK);
  EXPECT_EQ(to_.drawn, 0x7fU);
  EXPECT_EQ(mask_, 3U);
  // v1.1 of 2x1 is an outer side at the end of a row, as h0.0 of 1x2.
  ASSERT_EQ(pipo_canonical({2, 1, 1 << 6}, &to_), PIPO_OK);
  EXPECT_EQ(to_.rows, 1);
  EXPECT_EQ(to_.columns, 2);
  EXPECT_EQ(to_.drawn, 1U);
}

TEST_F(CRules, AgreeWithThoseOfCpp) {
  std::mt19937_64 random(9);
  for (const Board& board : {Board(1, 1), Board(3, 2), Board(4, 4), Board(5, 5), Board(1, 21)}) {
    for (int i = 0; i < 50; ++i) {
      const Position position{board, (random() | random()) & board.all()};
      const pipo_position given = {board.rows(), board.columns(), position.drawn};
      ASSERT_EQ(pipo_legal_moves(given, &mask_), PIPO_OK);
      EXPECT_EQ(mask_, position.open());
      for (const int edge : legal_moves(position)) {
        ASSERT_EQ(pipo_completed_by(given, edge, &mask_), PIPO_OK);
        EXPECT_EQ(mask_, completed_by(position, edge));
      }
      ASSERT_EQ(pipo_complete_boxes(given, &mask_), PIPO_OK);
      EXPECT_EQ(mask_, complete_boxes(position));
      ASSERT_EQ(pipo_settled(given, &to_, &mask_), PIPO_OK);
      EXPECT_EQ((Settled{read(to_), mask_}), settled(position));
      ASSERT_EQ(pipo_canonical(given, &to_), PIPO_OK);
      EXPECT_EQ(read(to_), canonical(position));
    }
  }
}

TEST_F(CRules, RefuseMisuse) {
  const pipo_position good = {1, 1, 1};
  for (const pipo_position& bad :
       {pipo_position{0, 1, 0}, {9, 9, 0}, {1, 1, 16}, {5, 5, ~std::uint64_t{0}}}) {
    EXPECT_EQ(pipo_legal_moves(bad, &mask_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_completed_by(bad, 0, &mask_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_complete_boxes(bad, &mask_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_settled(bad, &to_, &mask_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_canonical(bad, &to_), PIPO_BAD_INPUT);
  }
  for (const int edge : {-1, 0, 4, 1 << 30}) {
    EXPECT_EQ(pipo_completed_by(good, edge, &mask_), PIPO_BAD_INPUT) << edge;
  }
  EXPECT_EQ(pipo_legal_moves(good, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_completed_by(good, 1, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_complete_boxes(good, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_settled(good, nullptr, &mask_), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_settled(good, &to_, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_canonical(good, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(mask_, 17U);
  EXPECT_EQ(to_.drawn, 17U);
}

}  // namespace pipo::c_rules_test
