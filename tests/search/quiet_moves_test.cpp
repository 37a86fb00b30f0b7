// Compares the moves of the search with settle(), an independent implementation.
#include "search/quiet_moves.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "tests/support/board_support.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::quiet_moves_test {

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
        const Given given{move.captured, move.handout};
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
  EXPECT_EQ(moves.begin()->handout, 4);
  EXPECT_EQ(moves.begin()->open, 0U);
}

}  // namespace pipo::quiet_moves_test
