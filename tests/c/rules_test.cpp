// The rules in the C interface: the same results as those of rules.hpp, and misuse.
#include "pipopipette/rules.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "pipopipette/game.h"

namespace pipo::c_rules_test {

class CRules : public testing::Test {
 protected:
  CRules() { EXPECT_EQ(pipo_open(nullptr, 0, nullptr, &tables_), PIPO_OK); }
  ~CRules() override { pipo_close(&tables_); }

  static Position read(const pipo_position& position) {
    return {Board(position.rows, position.columns), position.drawn};
  }

  pipo_tables* tables_ = nullptr;
  std::uint64_t mask_ = 17;
  pipo_position to_ = {1, 1, 17};
};

TEST_F(CRules, OfTwoBoxesInARow) {
  // h0.0 h0.1 h1.0 h1.1 v0.0 v0.1 v0.2; the first box lacks v0.1, the second one also v0.2.
  const pipo_position position = {1, 2, 0x1f};
  ASSERT_EQ(pipo_legal_moves(tables_, position, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 0x60U);
  ASSERT_EQ(pipo_completed_by(tables_, position, 5, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 1U);
  ASSERT_EQ(pipo_completed_by(tables_, position, 6, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 0U);
  ASSERT_EQ(pipo_completed_by(tables_, {1, 2, 0x5f}, 5, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 3U);
  ASSERT_EQ(pipo_complete_boxes(tables_, {1, 2, 0x3f}, &mask_), PIPO_OK);
  EXPECT_EQ(mask_, 1U);
  ASSERT_EQ(pipo_settled(tables_, position, &to_, &mask_), PIPO_OK);
  EXPECT_EQ(to_.drawn, 0x7fU);
  EXPECT_EQ(mask_, 3U);
  // v1.1 of 2x1 is an outer side at the end of a row, as h0.0 of 1x2.
  ASSERT_EQ(pipo_canonical(tables_, {2, 1, 1 << 6}, &to_), PIPO_OK);
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
      ASSERT_EQ(pipo_legal_moves(tables_, given, &mask_), PIPO_OK);
      EXPECT_EQ(mask_, position.open());
      for (const int edge : legal_moves(position)) {
        ASSERT_EQ(pipo_completed_by(tables_, given, edge, &mask_), PIPO_OK);
        EXPECT_EQ(mask_, completed_by(position, edge));
      }
      ASSERT_EQ(pipo_complete_boxes(tables_, given, &mask_), PIPO_OK);
      EXPECT_EQ(mask_, complete_boxes(position));
      ASSERT_EQ(pipo_settled(tables_, given, &to_, &mask_), PIPO_OK);
      EXPECT_EQ((Settled{read(to_), mask_}), settled(position));
      ASSERT_EQ(pipo_canonical(tables_, given, &to_), PIPO_OK);
      EXPECT_EQ(read(to_), canonical(position));
    }
  }
}

TEST_F(CRules, RefuseMisuse) {
  const pipo_position good = {1, 1, 1};
  for (const pipo_position& bad :
       {pipo_position{0, 1, 0}, {9, 9, 0}, {1, 1, 16}, {5, 5, ~std::uint64_t{0}}}) {
    EXPECT_EQ(pipo_legal_moves(tables_, bad, &mask_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_completed_by(tables_, bad, 0, &mask_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_complete_boxes(tables_, bad, &mask_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_settled(tables_, bad, &to_, &mask_), PIPO_BAD_INPUT);
    EXPECT_EQ(pipo_canonical(tables_, bad, &to_), PIPO_BAD_INPUT);
    EXPECT_STRNE(pipo_error_text(tables_), "");
  }
  for (const int edge : {-1, 0, 4, 1 << 30}) {
    EXPECT_EQ(pipo_completed_by(tables_, good, edge, &mask_), PIPO_BAD_INPUT) << edge;
  }
  EXPECT_EQ(pipo_legal_moves(nullptr, good, &mask_), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_legal_moves(tables_, good, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_completed_by(tables_, good, 1, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_complete_boxes(tables_, good, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_settled(tables_, good, nullptr, &mask_), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_settled(tables_, good, &to_, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(pipo_canonical(tables_, good, nullptr), PIPO_BAD_INPUT);
  EXPECT_EQ(mask_, 17U);
  EXPECT_EQ(to_.drawn, 17U);
}

}  // namespace pipo::c_rules_test
