#include "search/field.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "probe/base/count_bits.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/symmetry.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::field_test {

TEST(Field, ImagesAndMergedOuterEdgesHaveOneForm) {
  std::mt19937_64 random(2);
  for (const Board& board : test::all_boards()) {
    const Field field(board);
    for (int i = 0; i < 50; ++i) {
      const EdgeSet open = random() & board.all();
      const EdgeSet form = field.canonical(open);
      EXPECT_EQ(field.canonical(form), form);
      EXPECT_EQ(count_bits(form), count_bits(open));
      EXPECT_EQ(field.canonical(board.all() & ~merge_outer(board, board.all() & ~open)), form);
      std::set<EdgeSet> images_of_it;
      for (const Image& image : images(board)) {
        const EdgeSet other = image_of_edges(board, image, open);
        EXPECT_EQ(field.canonical(other), form) << board.name();
        images_of_it.insert(board.all() & ~merge_outer(board, board.all() & ~other));
      }
      EXPECT_TRUE(images_of_it.contains(form)) << board.name();
    }
  }
}

// All remaining images keep the position, so canonical forms of its successors stay unique.
TEST(Field, ChoosesTheImagesThatKeepThePosition) {
  const Board board(3, 3);
  Field field(board);
  const EdgeSet one = board.all() & ~(EdgeSet{1} << board.horizontal(1, 1));
  field.choose_images(one);
  const EdgeSet left = one & ~(EdgeSet{1} << board.vertical(0, 1));
  const EdgeSet right = one & ~(EdgeSet{1} << board.vertical(0, 2));
  const EdgeSet below = one & ~(EdgeSet{1} << board.vertical(2, 1));
  EXPECT_EQ(field.canonical(left), field.canonical(right));
  EXPECT_NE(field.canonical(left), field.canonical(below));
  field.choose_images(board.all());
  EXPECT_EQ(field.canonical(left & ~(EdgeSet{1} << board.horizontal(2, 1))),
            field.canonical(below & ~(EdgeSet{1} << board.horizontal(2, 1))));
}

TEST(Field, DistinctEdgesHaveOneOuterEdgePerBox) {
  const Board board(2, 2);
  const Field field(board);
  EXPECT_EQ(count_bits(field.distinct(board.all())), 12 - 4);
  EXPECT_EQ(count_bits(field.distinct(board.outer())), 4);
  const Field row(Board(1, 3));
  EXPECT_EQ(count_bits(row.distinct(Board(1, 3).all())), 2 + 3);
}

TEST(Field, MeasuresDistanceFromTheMiddle) {
  const Board board(3, 3);
  const Field field(board);
  EXPECT_EQ(field.from_the_middle(board.vertical(1, 1)), 1);
  EXPECT_EQ(field.from_the_middle(board.horizontal(1, 1)), 1);
  EXPECT_EQ(field.from_the_middle(board.horizontal(0, 1)), 3);
  EXPECT_EQ(field.from_the_middle(board.horizontal(0, 0)), 5);
  EXPECT_EQ(field.from_the_middle(board.vertical(2, 3)), 5);
}

}  // namespace pipo::field_test
