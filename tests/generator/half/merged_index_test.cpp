// Interchangeable configurations have the same values next to anything, and merged indices number
// their classes.
#include "generator/half/merged_index.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "probe/space/state_space.hpp"
#include "tests/support/oracle_table.hpp"

namespace pipo::merged_index_test {

std::uint64_t configurations(const HalfIndex& index) {
  std::uint64_t total = 0;
  for (BorderState border = 0; border < 1U << index.shape().columns; ++border) {
    total += index.size(border);
  }
  return total;
}

// Returns the first configuration of the class.
HalfConfiguration first_of(const HalfIndex& merged, BorderState border, HalfConfiguration one) {
  return merged.configuration(border, count_bits(one), merged.number(border, one));
}

// A row of two boxes. Bits 3 and 4 are the horizontals away from the border. With both border edges
// drawn, a box with two open edges has a neighbour with three, and it does not matter which is
// which. An open border edge reaches only one of them.
TEST(Interchangeable, BoxesThatTheBorderDoesNotTellApart) {
  const MergedIndex merged({.columns = 2, .rows = 1});
  constexpr HalfConfiguration kLeft = 0b01000, kRight = 0b10000;
  EXPECT_EQ(merged.number(0b11, kLeft), merged.number(0b11, kRight));
  EXPECT_EQ(first_of(merged, 0b11, kRight), kLeft);
  EXPECT_NE(merged.number(0b10, kLeft), merged.number(0b10, kRight));
  EXPECT_NE(merged.number(0b00, kLeft), merged.number(0b00, kRight));
}

TEST(Interchangeable, ClassesAreCounted) {
  // By a separate program, which compares moves and the reactions to every set of edges.
  const auto counts = [](int columns, int rows) {
    const HalfShape shape{.columns = columns, .rows = rows};
    return std::pair(configurations(HalfIndex(shape)), configurations(MergedIndex(shape)));
  };
  EXPECT_EQ(counts(3, 1), std::pair(252UL, 234UL));
  EXPECT_EQ(counts(3, 2), std::pair(15324UL, 11391UL));
  EXPECT_EQ(counts(4, 2), std::pair(297898UL, 242528UL));
}

class MergedNumbers : public testing::TestWithParam<HalfShape> {};

TEST_P(MergedNumbers, NumbersItsClasses) {
  const HalfIndex plain(GetParam());
  const MergedIndex merged(GetParam());
  EXPECT_LT(configurations(merged), configurations(plain));
  for (BorderState border = 0; border < 1U << plain.shape().columns; ++border) {
    for (int drawn = 0; drawn <= plain.maximum_drawn(); ++drawn) {
      const std::vector<HalfConfiguration> firsts = merged.list(border, drawn);
      ASSERT_EQ(firsts.size(), merged.size(border, drawn));
      std::uint32_t mirrored = 0;
      for (std::uint32_t i = 0; i < firsts.size(); ++i) {
        ASSERT_EQ(merged.number(border, firsts[i]), i);
        ASSERT_EQ(merged.configuration(border, drawn, i), firsts[i]);
        const HalfConfiguration image = merged.mirror(firsts[i]);
        mirrored += plain.contains(border, image) && merged.number(border, image) == i;
      }
      std::uint32_t next = 0;
      for (const HalfConfiguration one : plain.list(border, drawn)) {
        ASSERT_TRUE(merged.contains(border, one));
        const std::uint32_t number = merged.number(border, one);
        ASSERT_LE(number, next);
        if (number == next) {
          ASSERT_EQ(firsts[number], one);
          ++next;
        }
      }
      ASSERT_EQ(next, firsts.size());
      if (mirror_border(border, plain.shape().columns) == border) {
        ASSERT_EQ(merged.self_mirrored_size(border, drawn), mirrored);
      } else {
        ASSERT_EQ(merged.self_mirrored_size(border, drawn), 0U);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, MergedNumbers,
                         testing::Values(HalfShape{.columns = 2, .rows = 2},
                                         HalfShape{.columns = 3, .rows = 1},
                                         HalfShape{.columns = 3, .rows = 2},
                                         HalfShape{.columns = 3, .rows = 2, .start = 0b10010},
                                         HalfShape{.columns = 1, .rows = 4}));

// Every quiet position, or every step-th position if it is quiet, has the value of the one in which
// both halves are replaced by the first configurations of their classes.
std::uint64_t expect_the_same_values(const std::vector<Board>& boards, EdgeSet step) {
  std::uint64_t replaced = 0;
  for (const Board& board : boards) {
    const Values oracle = oracle_values(board);
    for (const bool box_row : {false, true}) {
      for (int above = 1; above + box_row < board.rows(); ++above) {
        const StateSpace space(
            Cut(board, 0, {.rows_above = above, .box_row = box_row}),
            [](const HalfShape& shape) { return std::make_shared<MergedIndex>(shape); });
        const Cut& cut = space.cut();
        for (EdgeSet drawn = 0; drawn <= board.all(); drawn += step) {
          if (!is_quiet(board, drawn) || merge_outer(board, drawn) != drawn) continue;
          Parts parts = cut.split(drawn);
          for (const Side side : {Side::lower, Side::upper}) {
            auto& half = side == Side::lower ? parts.lower : parts.upper;
            half = first_of(space.half(side), cut.border(parts.seam, side), half);
          }
          const EdgeSet first = cut.join(parts);
          replaced += first != drawn;
          if (oracle(first) == oracle(drawn)) continue;
          ADD_FAILURE() << board.name() << " " << drawn;
          return replaced;
        }
      }
    }
  }
  return replaced;
}

TEST(Interchangeable, HaveTheSameValues) {
  EXPECT_GT(expect_the_same_values({Board(4, 2), Board(6, 1), Board(3, 2)}, 7), 1'000U);
}

TEST(Interchangeable, LongRunHaveTheSameValuesAtEveryPosition) {
  EXPECT_GT(expect_the_same_values({Board(4, 2), Board(6, 1), Board(3, 2), Board(3, 3)}, 1),
            20'000U);
}

}  // namespace pipo::merged_index_test
