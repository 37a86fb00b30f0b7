#include "probe/board/start.hpp"

#include <bit>

#include "pipopipette/notation.hpp"
#include "tests/support/board_support.hpp"

namespace pipo {
namespace {

using test::complaint;
using test::contains;

TEST(Start, DrawsWhatTheNameSays) {
  const Board board(2, 3);
  EXPECT_EQ(american_start(board), EdgeSet{0});
  EXPECT_EQ(to_string({board, swedish_start(board)}), "2x3:11100011110011001");
  EXPECT_EQ(to_string({board, icelandic_start(board)}), "2x3:00000011110001000");
}

TEST(Start, IcelandicIsHalfOfSwedish) {
  for (const Board& board : test::all_boards()) {
    EXPECT_EQ(swedish_start(board), board.outer());
    EXPECT_EQ(icelandic_start(board) & ~board.outer(), EdgeSet{0});
    EXPECT_EQ(std::popcount(icelandic_start(board)), board.rows() + board.columns());
  }
}

TEST(Start, ReadsNamesAndPositions) {
  const Board board(2, 3);
  EXPECT_EQ(parse_start(board, "american"), EdgeSet{0});
  EXPECT_EQ(parse_start(board, "swedish"), swedish_start(board));
  EXPECT_EQ(parse_start(board, "icelandic"), icelandic_start(board));
  EXPECT_EQ(parse_start(board, "2x3:10000000000000001"), EdgeSet{1} | EdgeSet{1} << 16);
}

TEST(Start, RefusesAnythingElse) {
  const Board board(2, 3);
  const auto refusal = [&](std::string_view text) {
    return complaint([&] { parse_start(board, text); });
  };
  for (const char* text : {"", "Swedish", "swedish ", "2x3", "finnish"}) {
    const std::string message = refusal(text);
    EXPECT_TRUE(contains(message, "is not a start: use american, swedish, icelandic")) << message;
    EXPECT_TRUE(contains(message, "a position of 2x3")) << message;
  }
  EXPECT_TRUE(contains(refusal("1x1:0000"), "is a position of 1x1, not of 2x3"));
  EXPECT_TRUE(contains(refusal("3x2:00000000000000000"), "is a position of 3x2, not of 2x3"));
  EXPECT_EQ(refusal("2x3:01"), "2x3 needs 17 edges, got 2");
}

}  // namespace
}  // namespace pipo
