// Checks the identities that every table uses against values computed from the rules alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <random>

#include "pipopipette/notation.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"
#include "probe/board/symmetry.hpp"
#include "tests/oracle/depth_first.hpp"
#include "tests/oracle/flat_table.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::identities_test {

template <typename Visit>
void for_each_open(const Board& board, EdgeSet drawn, Visit visit) {
  for (EdgeSet open = board.all() & ~drawn; open != 0; open &= open - 1) {
    visit(std::countr_zero(open));
  }
}

// The right-hand sides of the identities, computed from the values of other positions.

template <typename Value>
int by_settling(const Board& board, EdgeSet drawn, Value value) {
  const Settlement settled = settle(board, drawn);
  return settled_value(settled, value(settled.quiet));
}

template <typename Value>
int by_best_move(const Board& board, EdgeSet quiet, Value value) {
  if (quiet == board.all()) return 0;
  int best = -board.boxes();
  for_each_open(board, quiet, [&](int edge) {
    const Settlement reply = draw_and_settle(board, quiet, edge);
    best = std::max(best, -settled_value(reply, value(reply.quiet)));
  });
  return best;
}

// On larger boards only the long test checks every position.
constexpr int kMostEdgesForAll = 17;

class Identities : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (test::kSanitized && board_.edges() > 17) GTEST_SKIP() << "too slow with sanitizers";
    table_.emplace(board_.rows(), board_.columns());
  }

  int value(EdgeSet drawn) const { return table_->value(drawn); }

  // Counts the positions for which the check fails, and shows the first.
  template <typename Check>
  void expect_everywhere(Check check, EdgeSet step) const {
    std::uint64_t wrong = 0;
    for (EdgeSet drawn = 0; drawn <= board_.all(); drawn += step) {
      if (check(drawn)) continue;
      if (wrong++ == 0) ADD_FAILURE() << "first at " << to_string({board_, drawn});
    }
    EXPECT_EQ(wrong, 0u) << "of " << board_.all() / step + 1 << " positions of " << board_.name();
  }

  // All identities and the mirror images, for every n-th position.
  void expect_identities(EdgeSet step) const {
    const auto oracle = [&](EdgeSet drawn) { return value(drawn); };
    {
      SCOPED_TRACE("identity (A): settling");
      expect_everywhere([&](EdgeSet p) { return by_settling(board_, p, oracle) == value(p); },
                        step);
    }
    {
      SCOPED_TRACE("identity (B): the moves of a quiet position");
      expect_everywhere(
          [&](EdgeSet p) {
            return !is_quiet(board_, p) || by_best_move(board_, p, oracle) == value(p);
          },
          step);
    }
    for (const EdgeSet start : {american_start(board_), icelandic_start(board_)}) {
      SCOPED_TRACE("identity (C): merging outer edges");
      expect_everywhere(
          [&](EdgeSet p) {
            return (start & ~p) != 0 || value(merge_outer(board_, p, start)) == value(p);
          },
          step);
    }
    for (const Image& image : images(board_)) {
      SCOPED_TRACE("images");
      if (image == Image{}) continue;
      expect_everywhere(
          [&](EdgeSet p) { return value(image_of_edges(board_, image, p)) == value(p); }, step);
    }
  }

  Board board_ = Board::parse(GetParam());
  std::optional<oracle::FlatTable> table_;
};

// One test checks all identities, because computing the table takes most of the time.
TEST_P(Identities, HoldForPositions) {
  expect_identities(board_.edges() > kMostEdgesForAll ? 13 : 1);
}

TEST_P(Identities, LongRunHoldForEveryPosition) {
  if (board_.edges() <= kMostEdgesForAll) GTEST_SKIP() << "the short test checks every position";
  expect_identities(1);
}

INSTANTIATE_TEST_SUITE_P(Boards, Identities,
                         testing::Values("1x1", "1x2", "2x1", "1x3", "1x4", "4x1", "1x5", "1x6",
                                         "1x7", "2x2", "2x3", "3x2", "2x4", "3x3"),
                         [](const auto& name) { return "Board" + std::string(name.param); });

// A list of moves needs the value of each edge: identity (A) on the position after it.
TEST(Moves, HaveTheValueOfSettlingAfterThem) {
  const Board board(2, 3);
  const oracle::FlatTable table(2, 3);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    if (!is_quiet(board, drawn)) continue;
    for_each_open(board, drawn, [&](int edge) {
      const EdgeSet next = drawn | EdgeSet{1} << edge;
      const int exact = -table.value(next);
      EXPECT_EQ(-by_settling(board, next, [&](EdgeSet p) { return table.value(p); }), exact);
      const Settlement reply = draw_and_settle(board, drawn, edge);
      const int of_string = -settled_value(reply, table.value(reply.quiet));
      EXPECT_GE(of_string, exact);
      if (reply.captured != 2) {
        EXPECT_EQ(of_string, exact);
      }
    });
  }
}

// Boards too large for a flat table, with more kinds of joints and loops.
TEST(LargerBoards, IdentitiesHoldForRandomPositions) {
  std::mt19937_64 random(9);
  for (const auto& [rows, columns, fewest, count] :
       {std::tuple{3, 4, 12, 3000}, {2, 5, 10, 1000}, {4, 4, 22, 4000}, {1, 9, 8, 1000}}) {
    const Board board(rows, columns);
    oracle::DepthFirst solver(rows, columns, 20);
    const auto value = [&](EdgeSet p) { return solver.value(p); };
    for (int i = 0; i < (test::kSanitized ? count / 50 : count); ++i) {
      EdgeSet drawn = random() & board.all();
      while (std::popcount(drawn) < fewest) drawn |= EdgeSet{1} << random() % board.edges();
      const auto where = to_string({board, drawn});
      ASSERT_EQ(by_settling(board, drawn, value), value(drawn)) << where;
      const EdgeSet quiet = settle(board, drawn).quiet;
      ASSERT_EQ(by_best_move(board, quiet, value), value(quiet)) << where;
      ASSERT_EQ(value(merge_outer(board, drawn)), value(drawn)) << where;
    }
  }
}

}  // namespace pipo::identities_test
