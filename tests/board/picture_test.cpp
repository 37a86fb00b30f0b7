#include "pipopipette/picture.hpp"

#include <random>

#include "pipopipette/notation.hpp"
#include "tests/support/board_support.hpp"

namespace pipo {
namespace {

using test::complaint;
using test::contains;

std::string picture_complaint(std::string_view text) {
  return complaint([&] { parse_picture(text); });
}

TEST(Picture, ShowsDrawnEdges) {
  EXPECT_EQ(picture(parse_position("2x3:10111000111000110")),
            "+--+  +--+\n"
            "|  |\n"
            "+--+--+  +\n"
            "   |  |\n"
            "+  +  +--+\n");
  EXPECT_EQ(picture({Board(1, 1), 0}), "+  +\n\n+  +\n");
}

TEST(Picture, CentresLabels) {
  const Position position = parse_position("1x2:1000010");
  Labels labels;
  labels.edges = {"hidden", "-1", "0", "+12", "3", "", "-2"};
  EXPECT_EQ(picture(position, labels),
            " +-----+ -1  +\n"
            " 3     |    -2\n"
            " +  0  + +12 +\n");
  labels.boxes = {"A", "7"};
  EXPECT_EQ(picture(position, labels),
            " +-----+ -1  +\n"
            " 3  A  |  7 -2\n"
            " +  0  + +12 +\n");
}

TEST(Picture, LabelsNeverTouch) {
  const Position position{Board(2, 2), 0};
  Labels labels;
  labels.edges.assign(12, "-12");
  labels.boxes.assign(4, "B");
  EXPECT_EQ(picture(position, labels),
            " + -12 + -12 +\n"
            "-12 B -12 B -12\n"
            " + -12 + -12 +\n"
            "-12 B -12 B -12\n"
            " + -12 + -12 +\n");
  labels.boxes.assign(4, "long");
  EXPECT_EQ(picture(position, labels).substr(0, 40),
            " +  -12   +  -12   +\n"
            "-12 long -12 long -");
}

TEST(Picture, TakesFewerLabelsThanEdges) {
  Labels labels;
  labels.edges = {"1"};
  labels.boxes = {"A"};
  EXPECT_EQ(picture({Board(1, 2), 0b1111110}, labels),
            "+ 1 +---+\n"
            "| A |   |\n"
            "+---+---+\n");
}

TEST(Picture, ReadsBackEveryBoard) {
  std::mt19937_64 random(2);
  for (const Board& board : test::all_boards()) {
    Labels marks;
    for (int box = 0; box < board.boxes(); ++box) marks.boxes.push_back(box % 3 ? "A" : "-12|+");
    for (int i = 0; i < 20; ++i) {
      const Position position{board, random() & board.all()};
      EXPECT_EQ(parse_picture(picture(position)), position);
      EXPECT_EQ(parse_picture(picture(position, marks)), position);
    }
    for (const EdgeSet drawn : {EdgeSet{0}, board.all()}) {
      EXPECT_EQ(parse_picture(picture({board, drawn})), (Position{board, drawn}));
    }
  }
}

TEST(Picture, ReadsColumnsOfAnyWidth) {
  const Position position = parse_position("1x2:1001101");
  EXPECT_EQ(parse_picture("+-+ +\n|   |\n+ +-+"), position);
  EXPECT_EQ(parse_picture("+--+    +\n| A     |\n+  +----+\n"), position);
  EXPECT_EQ(parse_picture("  +---+   +  \n  | x   y |  \n  +   +---+  \n   \n\n"), position);
  EXPECT_EQ(parse_picture("+-+ +\r\n|   |\r\n+ +-+\r\n"), position);
}

TEST(Picture, IgnoresMarksInsideBoxes) {
  const Position position = parse_position("1x2:1001101");
  EXPECT_EQ(parse_picture("+--+--+\n|-||++|\n+--+--+\n"), parse_position("1x2:1111111"));
  EXPECT_EQ(parse_picture("+--+  +\n|\xc3\xa9  \xe2\x99\xa5\xc2\xb7|\n+  +--+\n"), position);
}

TEST(Picture, SaysWhereItIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "line 1, column 1: expected the first row of dots"},
      {"\n+--+\n", "line 1, column 1: expected the first row of dots"},
      {"+", "line 1, column 2: expected an edge and a second dot"},
      {"++\n||\n++", "line 1, column 2: expected '-' or a space between two dots, got '+'"},
      {"+--+", "line 3, column 1: expected a row of dots"},
      {"+--+\n|  |", "line 3, column 1: expected a row of dots"},
      {"+--+\n|  |\n+--+\n|  |\n", "line 5, column 1: expected a row of dots"},
      {"+--+\n|  |\n+-+", "line 3, column 3: expected '-' up to the next dot, got '+'"},
      {"+--+\n|  |\n+--", "line 3, column 4: expected a dot '+', got nothing"},
      {"+- +\n|  |\n+--+", "line 1, column 3: expected '-' up to the next dot, got ' '"},
      {"+ -+\n|  |\n+--+", "line 1, column 3: expected a space up to the next dot, got '-'"},
      {"+==+\n|  |\n+--+", "line 1, column 2: expected '-' or a space, got '='"},
      {"+--+\nx  |\n+--+", "line 2, column 1: expected '|' or a space below a dot, got 'x'"},
      {"+--+\n|  \x01\n+--+", "line 2, column 4: expected '|' or a space below a dot, got '\\x01'"},
      {"+--+\n|  | |\n+--+", "line 2, column 6: expected a space outside of the board, got '|'"},
      {"+--+x\n|  |\n+--+", "line 1, column 5: expected a space outside of the board, got 'x'"},
      {" +--+\n_|  |\n +--+", "line 2, column 1: expected a space outside of the board, got '_'"},
      {"x +--+\n  |  |\n  +--+", "line 1, column 1: expected a space outside of the board"},
      {"+-12-+\n|    |\n+----+", "line 1, column 3: expected '-' up to the next dot, got '1'"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string message = picture_complaint(text);
    EXPECT_TRUE(contains(message, expected)) << message << "\nfor\n" << text;
  }
}

TEST(Picture, RefusesBoardsWithTooManyEdges) {
  std::string dots = "+";
  for (int c = 0; c < 6; ++c) dots += "--+";
  std::string text = dots;
  for (int r = 0; r < 5; ++r) text += "\n\n" + dots;
  EXPECT_TRUE(contains(picture_complaint(text), "5x6 has 71 edges, 64 is the limit"));
}

}  // namespace
}  // namespace pipo
