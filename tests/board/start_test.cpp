#include "probe/board/start.hpp"

#include <bit>

#include "pipopipette/notation.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/board/symmetry.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::start_test {

using test::complaint;
using test::contains;

TEST(Start, DrawsTheEdgesOfTheNamedStart) {
  const Board board(2, 3);
  EXPECT_EQ(american_start(board), EdgeSet{0});
  EXPECT_EQ(to_string({board, swedish_start(board)}), "2x3:11100011110011001");
  EXPECT_EQ(to_string({board, icelandic_start(board)}), "2x3:00000011110001000");
}

TEST(Start, IcelandicIsHalfOfSwedish) {
  for (const Board& board : test::all_boards()) {
    EXPECT_EQ(swedish_start(board), board.outer());
    EXPECT_EQ(icelandic_start(board) & ~board.outer(), EdgeSet{0});
    EXPECT_EQ(icelandic_start(board).size(), board.rows() + board.columns());
  }
}

TEST(Start, ReadsNamesAndPositions) {
  const Board board(2, 3);
  EXPECT_EQ(parse_start(board, "american"), EdgeSet{0});
  EXPECT_EQ(parse_start(board, "swedish"), swedish_start(board));
  EXPECT_EQ(parse_start(board, "icelandic"), icelandic_start(board));
  EXPECT_EQ(parse_start(board, "2x3:10000000000000001"), EdgeSet{1} | EdgeSet{1} << 16);
}

TEST(Start, TurnsAPositionOfTheTurnedBoard) {
  const Board board(2, 3), turned(3, 2);
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += 1001) {
    const std::string text = to_string({board, drawn});
    EXPECT_EQ(parse_start(board, text), drawn);
    const EdgeSet there = parse_start(turned, text);
    EXPECT_EQ(image_of({turned, there}, {.transpose = true}), (Position{board, drawn}));
    EXPECT_EQ(table_identity(turned, there), table_identity(board, drawn));
    EXPECT_EQ(parse_start(board, to_string({turned, there})), drawn);
  }
}

TEST(Start, ReadsTheNamesThatItWrites) {
  for (const Board& board : {Board(2, 3), Board(3, 3), Board(1, 21)}) {
    for (EdgeSet i = 0; i < 100; ++i) {
      const TableIdentity table = table_identity(board, i * 0x9e3779b97f4a7c15 & board.all());
      EXPECT_EQ(parse_start(table.board, start_name(table)), table.start);
      // The name is of the board with rows <= columns, whichever orientation is given.
      const Board turned = table.board.transposed();
      EXPECT_EQ(table_identity(turned, parse_start(turned, start_name(table))), table);
    }
  }
  EXPECT_EQ(parse_start(Board(1, 21), "0xffffffffffffffff"), ~EdgeSet{0});
}

TEST(Start, RefusesAnythingElse) {
  const Board board(2, 3);
  const auto refusal = [&](std::string_view text) {
    return complaint([&] { parse_start(board, text); });
  };
  for (const char* text : {"", "Swedish", "swedish ", "2x3", "finnish"}) {
    const std::string message = refusal(text);
    EXPECT_TRUE(contains(message, "is not a start; give american, swedish, icelandic")) << message;
    EXPECT_TRUE(contains(message, "a position of 2x3")) << message;
  }
  EXPECT_TRUE(contains(refusal("1x1:0000"), "is a position of 1x1, not of 2x3"));
  EXPECT_TRUE(contains(refusal("0x"), "'0x' is not a start; give hexadecimal digits after 0x"));
  EXPECT_TRUE(contains(refusal("0xg"), "'0xg' is not a start"));
  EXPECT_TRUE(contains(refusal("0x-1"), "'0x-1' is not a start"));
  EXPECT_TRUE(contains(refusal("0x1 "), "'0x1 ' is not a start"));
  EXPECT_TRUE(contains(refusal("0X1"), "'0X1' is not a start"));
  for (const char* text : {"0x20000", "0x10000000000000000", "0xfffffffffffffffff"}) {
    EXPECT_TRUE(
        contains(refusal(text), "has edges that 2x3 does not have; it has 17 edges, 0x1ffff"));
  }
  EXPECT_EQ(refusal("2x3:01"), "2x3 needs 17 edges, got 2");
}

}  // namespace pipo::start_test
