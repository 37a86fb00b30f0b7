// Positions as values: compared, ordered, hashed; their text and the names of edges.
#include "pipopipette/position.hpp"

#include <algorithm>
#include <random>
#include <set>
#include <unordered_set>

#include "pipopipette/notation.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::position_test {

using test::complaint;
using test::contains;

TEST(PositionValues, TheDefaultIsTheEmptySmallestBoard) {
  EXPECT_EQ(Position{}, (Position{Board(1, 1), 0}));
}

TEST(PositionValues, AreOrderedByBoardAndThenByEdges) {
  const std::vector<Position> ordered = {
      {Board(1, 1), 0}, {Board(1, 1), 3}, {Board(1, 2), 1}, {Board(2, 1), 0}, {Board(2, 1), 2}};
  std::vector<Position> sorted = ordered;
  std::ranges::reverse(sorted);
  std::ranges::sort(sorted);
  EXPECT_EQ(sorted, ordered);
}

// Equal numbers of edges on different boards and single bits, high and low, all hash differently.
TEST(PositionValues, HashesDiffer) {
  std::unordered_set<Position> positions;
  std::set<std::size_t> hashes, lowest;
  for (const Board& board : test::all_boards()) {
    for (int edge = 0; edge < board.edges(); ++edge) {
      const Position position{board, EdgeSet{1} << edge};
      positions.insert(position);
      hashes.insert(std::hash<Position>()(position));
      if (board == Board(5, 5)) lowest.insert(std::hash<Position>()(position) & 0xfff);
    }
  }
  EXPECT_EQ(hashes.size(), positions.size());
  EXPECT_GT(lowest.size(), 50U);  // of 60
}

std::string position_complaint(std::string_view text) {
  return complaint([&] { parse_position(text); });
}

TEST(Notation, WritesPositions) {
  EXPECT_EQ(to_string({Board(1, 1), 0}), "1x1:0000");
  EXPECT_EQ(to_string({Board(1, 1), 0b1110}), "1x1:0111");
  EXPECT_EQ(to_string({Board(1, 2), 1}), "1x2:1000000");
  EXPECT_EQ(parse_position("1x1:0111"), (Position{Board(1, 1), 0b1110}));
}

TEST(Notation, ReadsBackEveryBoard) {
  std::mt19937_64 random(1);
  for (const Board& board : test::all_boards()) {
    for (const EdgeSet drawn : {EdgeSet{0}, board.all(), random() & board.all()}) {
      const Position position{board, drawn};
      EXPECT_EQ(parse_position(to_string(position)), position);
    }
    for (int edge = 0; edge < board.edges(); ++edge) {
      const Position position{board, EdgeSet{1} << edge};
      EXPECT_EQ(parse_position(to_string(position)), position);
    }
  }
}

TEST(Notation, PositionHasItsLayerAndOpenEdges) {
  const Position position = parse_position("1x1:0111");
  EXPECT_EQ(position.layer(), 3);
  EXPECT_EQ(position.open(), EdgeSet{1});
  EXPECT_EQ((Position{Board(1, 21), 0}).open(), ~EdgeSet{0});
}

// Programs parse this message, so its wording is part of the interface.
TEST(Notation, NamesTheNumberOfMissingEdges) {
  EXPECT_EQ(position_complaint("3x3:01"), "3x3 needs 24 edges, got 2");
  EXPECT_EQ(position_complaint("3x3:"), "3x3 needs 24 edges, got 0");
  EXPECT_EQ(position_complaint("1x1:00000"), "1x1 needs 4 edges, got 5");
  EXPECT_EQ(position_complaint("1x21:" + std::string(65, '1')), "1x21 needs 64 edges, got 65");
}

TEST(Notation, NamesTheWrongCharacter) {
  EXPECT_TRUE(contains(position_complaint("1x1:01a1"), "character 3 of the bits is 'a'"));
  EXPECT_TRUE(contains(position_complaint("1x1:2000"), "character 1 of the bits is '2'"));
  EXPECT_TRUE(contains(position_complaint("1x1:000O"), "character 4 of the bits is 'O'"));
  EXPECT_TRUE(contains(position_complaint("1x1:0000\r"), "character 5 of the bits is '\\x0d'"));
  EXPECT_TRUE(contains(position_complaint("1x1: 0000"), "character 1 of the bits is ' '"));
  EXPECT_TRUE(contains(position_complaint("1x1:00\xc3\xa9"), "character 3 of the bits is '\\xc3'"));
  EXPECT_TRUE(contains(position_complaint("1x1:01:0"), "character 3 of the bits is ':'"));
  EXPECT_TRUE(contains(position_complaint("1x1:01a1"), "only 0 (open) and 1 (drawn)"));
}

TEST(Notation, RefusesMalformedPositions) {
  for (const char* text : {"", "1x1", "0111", "1x1 0111"}) {
    EXPECT_TRUE(contains(position_complaint(text), "is not a position")) << text;
  }
  EXPECT_TRUE(contains(position_complaint(":0111"), "is not a board"));
  EXPECT_TRUE(contains(position_complaint("1y1:0111"), "is not a board"));
  EXPECT_TRUE(contains(position_complaint("21x9:0111"), "has 408 edges"));
}

TEST(Notation, NamesEdges) {
  const Board board(3, 4);
  EXPECT_EQ(edge_name(board, 0), "h0.0");
  EXPECT_EQ(edge_name(board, board.horizontal(3, 3)), "h3.3");
  EXPECT_EQ(edge_name(board, board.vertical(0, 4)), "v0.4");
  EXPECT_EQ(edge_name(board, board.edges() - 1), "v2.4");
  EXPECT_EQ(edge_name(Board(1, 21), 63), "v0.21");
}

TEST(Notation, ReadsBackEveryEdge) {
  for (const Board& board : test::all_boards()) {
    for (int edge = 0; edge < board.edges(); ++edge) {
      EXPECT_EQ(parse_edge(board, edge_name(board, edge)), edge) << board.name();
      EXPECT_EQ(parse_edge(board, std::to_string(edge)), edge) << board.name();
    }
  }
}

TEST(Notation, RefusesMalformedEdges) {
  const Board board(3, 4);
  for (const char* text : {"",      "h",     "v",      "h0",         "h.0",
                           "h0.",   "h4.0",  "h0.4",   "v3.0",       "v0.5",
                           "h00.0", "h0.00", "h-1.0",  "h0.0 ",      " h0.0",
                           "H0.0",  "h0,0",  "h0.0.0", "31",         "-1",
                           "+1",    "007",   "1.0",    "4294967296", "h99999999999999999999.0",
                           "x0.0"}) {
    const std::string message = complaint([&] { parse_edge(board, text); });
    EXPECT_TRUE(contains(message, "is not an edge of 3x4")) << message;
    EXPECT_TRUE(contains(message, "h0.0 to h3.3, v0.0 to v2.4, or by index 0 to 30")) << message;
  }
}

}  // namespace pipo::position_test
