// Compares the moves of the search with settle(), an independent implementation.
#include "search/field.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "probe/base/count_bits.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/symmetry.hpp"
#include "tests/support/board_support.hpp"
#include "tests/support/sanitized.hpp"

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

struct Given {
  int captured;
  int handout;
  friend auto operator<=>(const Given&, const Given&) = default;
};

// The results of all moves, by the set of edges open afterwards, with outer edges merged.
using Results = std::map<EdgeSet, Given>;

Results by_settling(const Board& board, EdgeSet quiet) {
  Results results;
  for (int edge = 0; edge < board.edges(); ++edge) {
    if ((quiet >> edge & 1) != 0) continue;
    const Settlement settled = draw_and_settle(board, quiet, edge);
    results[merge_outer(board, settled.quiet)] = {settled.captured,
                                                  static_cast<int>(settled.handout)};
  }
  return results;
}

EdgeSet random_quiet(const Board& board, std::mt19937_64& random) {
  EdgeSet drawn = random() & board.all();
  for (auto more = random() % 3; more > 0; --more) drawn &= random();
  return merge_outer(board, settle(board, drawn).quiet);
}

TEST(QuietMoves, AgreeWithSettling) {
  std::mt19937_64 random(1);
  for (const Board& board : test::all_boards()) {
    const Field field(board);
    for (int i = 0; i < (test::kSanitized ? 80 : 400); ++i) {
      const EdgeSet quiet = random_quiet(board, random);
      Results results;
      std::size_t count = 0;
      for (const QuietMove& move : QuietMoves(field, board.all() & ~quiet)) {
        ++count;
        EXPECT_EQ(quiet >> move.edge & 1, 0U);
        const EdgeSet drawn = merge_outer(board, board.all() & ~move.open);
        const Given given{move.captured, static_cast<int>(move.handout)};
        EXPECT_TRUE(results.try_emplace(drawn, given).first->second == given);
      }
      ASSERT_EQ(results, by_settling(board, quiet)) << board.name() << " " << quiet;
      // There is one move for each string and loop. Two moves give the same position only by
      // merging outer edges.
      EXPECT_LE(results.size(), count);
    }
  }
}

// Any edge of a chain opens it; the chain is one move.
TEST(QuietMoves, HaveOneMoveForEachString) {
  const Board board(1, 5);
  const Field field(board);
  // Five boxes in a row, open at both ends: one chain.
  const EdgeSet chain =
      board.all() & ~(EdgeSet{1} << board.vertical(0, 0)) & ~(EdgeSet{1} << board.vertical(0, 1)) &
      ~(EdgeSet{1} << board.vertical(0, 2)) & ~(EdgeSet{1} << board.vertical(0, 3)) &
      ~(EdgeSet{1} << board.vertical(0, 4)) & ~(EdgeSet{1} << board.vertical(0, 5));
  const QuietMoves moves(field, board.all() & ~chain);
  ASSERT_EQ(moves.end() - moves.begin(), 1);
  EXPECT_EQ(moves.begin()->captured, 5);
  EXPECT_EQ(moves.begin()->handout, Handout::two_boxes);
  EXPECT_EQ(moves.begin()->open, 0U);
}

}  // namespace pipo::field_test
