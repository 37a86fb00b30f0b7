// Pictures as people and editors write them, and malformed pictures. picture_test.cpp tests
// pictures written by picture().
#include <gtest/gtest.h>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::parse_picture_test {

using test::complaint;
using test::contains;

std::string picture_complaint(std::string_view text) {
  return complaint([&] { parse_picture(text); });
}

TEST(ParsePicture, ReadsColumnsOfAnyCommonWidth) {
  const Position position = parse_position("1x2:1001101");
  EXPECT_EQ(parse_picture("+-+ +\n|   |\n+ +-+"), position);
  EXPECT_EQ(parse_picture("+----+    +\n|  A      |\n+    +----+\n"), position);
  EXPECT_EQ(parse_picture("  +---+   +  \n  | x   y |  \n  +   +---+  \n   \n\n"), position);
}

TEST(ParsePicture, AcceptsSpacesAndLineEndsOfEditors) {
  const Position position = parse_position("1x2:1001101");
  for (const char* text : {"+-+ +\r\n|   |\r\n+ +-+\r\n", "\n \n\n+-+ +\n|   |\n+ +-+\n \n\n",
                           "\xef\xbb\xbf+-+ +\n|   |\n+ +-+", "   +-+ +   \n   |   | \n   + +-+ ",
                           "\xef\xbb\xbf\r\n  +-+ +\r\n  |   |\r\n  + +-+\r\n"}) {
    EXPECT_EQ(parse_picture(text), position) << text;
  }
}

TEST(ParsePicture, ReadsDotsOfAnyKind) {
  const Position position = parse_position("1x2:1001101");
  for (const char* text :
       {"*--*  *\n|     |\n*  *--*", ".--.  .\n|     |\n.  .--.", "o--o  o\n|     |\no  o--o",
        "+--*  o\n|.o *.|\n.  +--*", "\u00b7--\u00b7  \u2022\n|     |\n\u00b7  \u00b7--\u00b7"}) {
    EXPECT_EQ(parse_picture(text), position) << text;
  }
}

TEST(ParsePicture, ReadsBoxDrawing) {
  const Position position = parse_position("1x2:1001101");
  EXPECT_EQ(parse_picture("┌──╴  ╷\n│     │\n╵  ╶──┘"), position);
  EXPECT_EQ(parse_picture("┏━━╸  ╻\n┃     ┃\n╹  ╺━━┛"), position);
  EXPECT_EQ(parse_picture("╔══+  ·\n║     ║\n·  ·══╝"), position);
  EXPECT_EQ(parse_picture("╭──┼  ┼\n│     │\n┼  ┼──╯"), position);
  EXPECT_EQ(parse_picture("┌──┬──┐\n│ A│ é│\n├──┼──┤\n│  │  │\n└──┴──┘"),
            (Position{Board(2, 2), Board(2, 2).all()}));
}

// Corners, tees and ends are dots, wherever their arms point.
TEST(ParsePicture, IgnoresTheArmsOfDots) {
  EXPECT_EQ(parse_picture("┌──┐\n│  │\n└  ┘"), parse_position("1x1:1011"));
  EXPECT_EQ(parse_picture("╵──┐\n│   \n├──┘"), parse_position("1x1:1110"));
  EXPECT_TRUE(contains(picture_complaint("┌──┐\n│ ││\n└──┘"),
                       "line 2, column 3: expected no line inside of a box"));
}

// OpenSpiel draws the arms of all edges, stubs for open horizontal ones, and the owners of boxes.
TEST(ParsePicture, ReadsBoardsOfOpenSpiel) {
  const auto reads = [](const char* text, const char* position) {
    EXPECT_EQ(parse_picture(text), parse_position(position)) << text;
  };
  reads("┌╴ ╶┬╴ ╶┐\n         \n├╴ ╶┼╴ ╶┤\n         \n└╴ ╶┴╴ ╶┘\n", "2x2:000000000000");
  reads("┌╴ ╶┬───┐\n        │\n├╴ ╶┼╴ ╶┤\n│   │   │\n└╴ ╶┴╴ ╶┘\n", "2x2:010000001111");
  reads("┌───┬───┐\n│ 1 │ 1 │\n├───┼───┤\n│ 1 │ 2 │\n└───┴───┘\n", "2x2:111111111111");
  // Without the spaces at the ends of lines, which editors remove.
  reads("┌╴ ╶┬╴ ╶┐\n\n├╴ ╶┼╴ ╶┤\n    │\n└╴ ╶┴╴ ╶┘", "2x2:000000000010");
  // All horizontal edges are drawn, so there are no stubs.
  reads("┌───┬───┐\n│       │\n└───┴───┘\n", "1x2:1111101");
  reads("┌───┐\n     \n└───┘\n", "1x1:1100");
  reads("┌╴ ╶┐\n│   │\n├───┤\n│     \n└╴ ╶┘\n", "2x1:0101110");
}

TEST(ParsePicture, OpenEdgesOfOpenSpielAreWholeStubs) {
  const auto says = [](const char* text, const char* expected) {
    const std::string message = picture_complaint(text);
    EXPECT_TRUE(contains(message, expected)) << message << "\nfor\n" << text;
  };
  says("┌╴ ─┐\n│   │\n└───┘\n", "line 1, column 2: expected '-' or a space between two dots");
  says("┌───┐\n│   │\n└╴  ┘\n", "line 3, column 2: expected '-' from dot to dot");
  says("┌╴ ╶", "line 1, column");
}

TEST(ParsePicture, IgnoresMarksInsideBoxes) {
  const Position position = parse_position("1x2:1001101");
  EXPECT_EQ(parse_picture("+--+--+\n|-+|++|\n+--+--+\n"), parse_position("1x2:1111111"));
  EXPECT_EQ(parse_picture("+--+  +\n|\xc3\xa9  \xe2\x99\xa5\xc2\xb7|\n+  +--+\n"), position);
}

TEST(ParsePicture, ReadsTheMarginsThatProbePrints) {
  const Position position = parse_position("1x2:1000010");
  EXPECT_EQ(parse_picture(" +-----+ -1  +\n"
                          " 3     |    -2\n"
                          " +  0  + +12 +\n"),
            position);
  EXPECT_EQ(parse_picture("      + -12 + -12 +\n"
                          "     -12 B  |  B +12\n"
                          "      +-----+     +\n"),
            parse_position("1x2:0010010"));
  EXPECT_EQ(parse_picture(" +----+----+ -1 +\n"
                          " |   -7    |   -1\n"
                          " + -7 + -7 +----+\n"
                          " |   -7    |    1\n"
                          " + 1  + 1  + 1  +\n"
                          " |   -7    3   -3\n"
                          " + 1  +----+----+\n"),
            parse_position("3x3:110001000011101010101000"));
}

TEST(ParsePicture, RefusesANumberAwayFromAnEdge) {
  const std::pair<const char*, const char*> cases[] = {
      {"+  1 +\n|    |\n+----+", "line 1, column 4: expected '-' from dot to dot, or spaces, or a"},
      {"+ 123+\n|    |\n+----+", "line 1, column 3: expected '-' from dot to dot"},
      {"+ -- +\n|    |\n+----+", "line 1, column 3: expected '-' from dot to dot"},
      {"+ 1- +\n|    |\n+----+", "line 1, column 3: expected '-' from dot to dot"},
      {"+ 1 2 +\n|     |\n+-----+", "line 1, column 3: expected '-' from dot to dot"},
      {"+----+\n12   |\n+----+", "line 2, column 1: expected a number right below the dot"},
      {"+----+\n|    12\n+----+", "line 2, column 6: expected a number right below the dot"},
      {" +--+\n-12 |\n +--+", "line 2, column 1: expected a number right below the dot"},
      {"+----+\n|   A7\n+----+", "line 2, column 5: expected a number right below the dot"},
      {"+----+\n|   7A\n+----+", "line 2, column 6: expected '|', a space or a number below a dot"},
      {"+----+\n|   --2\n+----+", "line 2, column 6: expected '|', a space or a number"},
      {"+-+-+\n|-12|\n+-+-+", "line 2, column 1: expected"},
      {" +--+\n2-1 |\n +--+", "line 2, column 2: expected '|', a space or a number below a dot"},
      {"  +--+\n-12  |\n  +--+", "line 2, column 1: expected a number right below the dot"},
      {"+----+\n|    |  \n+----+  7", "line 3, column 9: expected nothing right of the last dot"},
      {"+----+\n|    |  7\n+----+", "line 2, column 9: expected a space outside of the board"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string message = picture_complaint(text);
    EXPECT_TRUE(contains(message, expected)) << message << "\nfor\n" << text;
  }
}

TEST(ParsePicture, NamesThePlaceOfAnError) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "line 1, column 1: expected a row of dots, such as '+--+  +', got nothing"},
      {"\n+--+\n", "line 3, column 1: expected a row of boxes and a second row of dots"},
      {"+", "line 1, column 2: expected an edge and a second dot"},
      {"++\n||\n++", "line 1, column 2: expected '-' or a space between two dots, got '+'"},
      {"+--+", "line 2, column 1: expected a row of boxes and a second row of dots"},
      {"+--+\n|  |", "line 3, column 1: expected a row of dots below that of boxes"},
      {"+--+\n|  |\n+--+\n|  |\n", "line 5, column 1: expected a row of dots below that of boxes"},
      {"+--+\n|  |\n+-+", "line 3, column 3: expected the line to go on up to the next dot"},
      {"+--+\n|  |\n+--", "line 3, column 4: expected a dot"},
      {"+--+    +\n|  |\n+--+    +",
       "line 1, column 7: expected a dot: one picture, in which every "
       "row has the same dots, 3 characters apart, got a space"},
      {"+- +\n|  |\n+--+",
       "line 1, column 3: expected the line to go on up to the next dot, got a"},
      {"+ -+\n|  |\n+--+", "line 1, column 3: expected '-' from dot to dot"},
      {"+==+\n|  |\n+--+", "line 1, column 2: expected '-' from dot to dot, or spaces"},
      {"+--+\nx  |\n+--+",
       "line 2, column 1: expected '|', a space or a number below a dot, got 'x'"},
      {"+--+\n|  \x01\n+--+",
       "line 2, column 4: expected a character that can be seen, got '\\x01'"},
      {"+--+\n|\xc0\xaf |\n+--+", "line 2, column 2: expected text in UTF-8, got '\\xc0'"},
      {"+--+\n|\xe0\x80\xaf |\n+--+", "line 2, column 2: expected text in UTF-8, got '\\xe0'"},
      {"+--+\n|\xed\xa0\x80 |\n+--+", "line 2, column 2: expected text in UTF-8, got '\\xed'"},
      {"+--+\n|  \xff\n+--+", "line 2, column 4: expected text in UTF-8, got '\\xff'"},
      {"+--+\n| \xc3\xa9x\n+--+",
       "line 2, column 4: expected '|', a space or a number below a dot"},
      {"+--+\n|  \xc3\xa9\n+--+",
       "line 2, column 4: expected '|', a space or a number below a dot, "
       "got U+00E9"},
      {"+--+\n|  | |\n+--+", "line 2, column 6: expected a space outside of the board, got '|'"},
      {"+--+x\n|  |\n+--+", "line 1, column 5: expected '-' from dot to dot, or spaces"},
      {" +--+\n_|  |\n +--+", "line 2, column 1: expected a space outside of the board, got '_'"},
      {"x +--+\n  |  |\n  +--+", "line 1, column 1: expected a row of dots"},
      {"  +--+\n  |  |\nx +--+", "line 3, column 1: expected a space outside of the board"},
      {"\n\n    +--+\n    | ||\n    +--+", "line 4, column 7: expected no line inside of a box"},
      {"+--+--+\n| |   |\n+--+--+", "line 2, column 3: expected no line inside of a box"},
      {"+--+\n|\t|\n+--+", "line 2, column 2: expected spaces, got a tab"},
      {"+--+\n|  |\t\n+--+", "line 2, column 5: expected spaces, got a tab"},
      {"\t+--+\n\t|  |\n\t+--+", "line 1, column 1: expected spaces, got a tab"},
      {"+--+\n|  |\r\r\n+--+", "line 2, column 5: expected a character that can be seen"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string message = picture_complaint(text);
    EXPECT_TRUE(contains(message, expected)) << message << "\nfor\n" << text;
  }
}

TEST(ParsePicture, ReadsOneAtATime) {
  const std::string one = "+--+\n|  |\n+--+\n";
  for (const char* behind :
       {"+--+\n|  |\n+--+\n", "\n\n+--+\n|  |\n+--+\n", "\n+--+--+\n|  |  |\n+--+--+\n",
        "\n  +--+\n  |  |\n  +--+\n", "\nbest: h0.0\n", "\n\nbest: h0.0\n"}) {
    const std::string message = picture_complaint(one + behind);
    EXPECT_TRUE(contains(message, "one picture")) << message << "\nfor\n" << behind;
  }
  EXPECT_TRUE(contains(picture_complaint("+--+  +--+\n|  |  |\n+--+  +-\n"), "line 3, column 9"));
}

// An empty line may be a row of boxes with open sides, or separate two pictures.
TEST(ParsePicture, RefusesAnEmptyLineBetweenWholePictures) {
  const std::string one = "  +--+--+\n  |  |  |\n  +--+--+\n";
  for (const std::string gap : {"\n", " \n", "       \n", "        \n"}) {
    const std::string message = picture_complaint(one + gap + one);
    EXPECT_TRUE(contains(message, "line 4, column " + std::to_string(gap.size()))) << message;
    EXPECT_TRUE(contains(message,
                         "either one picture of 3x2 with a row of boxes without lines here, or two "
                         "pictures of 1x2 and 1x2; put a mark into a box of this row if it is one "
                         "picture"))
        << message;
  }
  EXPECT_TRUE(contains(picture_complaint(one + "  |\n  +--+--+\n\n" + one),
                       "either one picture of 4x2 with a row of boxes without lines here, or two "
                       "pictures of 2x2 and 1x2"));
  EXPECT_EQ(parse_picture(one + "         \n" + one).board, Board(3, 2));
  EXPECT_EQ(parse_picture(one + "   x\n" + one).board, Board(3, 2));
  // No whole picture is above or below the empty line, so it is a row of boxes.
  EXPECT_EQ(parse_picture("+--+\n\n" + std::string("+--+\n|  |\n+--+\n")).board, Board(2, 1));
  EXPECT_EQ(parse_picture("+--+\n|  |\n+--+\n\n+  +\n").board, Board(2, 1));
  EXPECT_EQ(parse_picture("+--+\n\n+--+\n\n+--+\n").board, Board(2, 1));
}

// A tee is no corner of a picture, so only one board fits.
TEST(ParsePicture, ReadsEmptyLinesOfOpenSpielAsRowsOfBoxes) {
  EXPECT_EQ(parse_picture("┌╴ ╶┬╴ ╶┐\n│\n├╴ ╶┼╴ ╶┤\n\n├╴ ╶┼╴ ╶┤\n│\n└╴ ╶┴╴ ╶┘\n"),
            parse_position("3x2:00000000100000100"));
  EXPECT_EQ(parse_picture("┌───┐\n│   │\n├───┤\n\n├───┤\n│   │\n└───┘\n"),
            parse_position("3x1:1111110011"));
  for (const char* text :
       {"┌╴ ╶┐\n│\n└╴ ╶┘\n\n┌╴ ╶┐\n│\n└╴ ╶┘\n", "┌──┐\n│  │\n└──┘\n\n┌──┐\n│  │\n└──┘\n"}) {
    const std::string message = picture_complaint(text);
    EXPECT_TRUE(contains(message, "one picture of 3x1")) << message;
    EXPECT_TRUE(contains(message, "two pictures of 1x1 and 1x1")) << message;
  }
}

// picture() writes every position so that it is read without the spaces at the ends of lines, or
// the message has both readings.
TEST(ParsePicture, ReadsStrippedPictures) {
  int read = 0;
  for (const Board& board : {Board(1, 2), Board(2, 1), Board(2, 2), Board(3, 1)}) {
    for (std::uint64_t drawn = 0; drawn < std::uint64_t{1} << board.edges(); ++drawn) {
      const Position position{board, drawn};
      std::string text = picture(position);
      bool gap = false;
      for (std::size_t end = text.find('\n'), row = 0; end != text.npos; ++row) {
        const std::size_t last = text.find_last_not_of(' ', end - 1);
        // An empty row of boxes that is neither the first nor the last is like a gap.
        gap = gap || (text[last] == '\n' && row > 1 && row + 2 < 2U * board.rows());
        text.erase(last + 1, end - last - 1);
        end = text.find('\n', last + 2);
      }
      if (gap) {
        EXPECT_TRUE(contains(picture_complaint(text), "two pictures of 1x1 and 1x1")) << text;
      } else {
        EXPECT_EQ(parse_picture(text), position) << text;
        ++read;
      }
    }
  }
  EXPECT_GT(read, 4'000);
}

// The boards in the prompts of Kaggle's agents.
TEST(ParsePicture, ReadsBoardsOfPrompts) {
  EXPECT_EQ(parse_picture("+---+ . +\n| 2 | * :\n+---+ . +\n: * : * |\n+ . +---+"),
            parse_position("2x2:101001110001"));
  EXPECT_EQ(parse_picture("+ . + . +\n: * : * :\n+ . + . +\n"), parse_position("1x2:0000000"));
  EXPECT_EQ(parse_picture("+---+\n| 1 |\n+---+\n| * |\n+ . +\n"), parse_position("2x1:1101111"));
  EXPECT_EQ(parse_picture("+---+\n: * :\n+---+\n"), parse_position("1x1:1100"));
  // With points for open edges of both directions.
  EXPECT_EQ(parse_picture("  + . +---+\n  . . | . |\n  + . + . +\n"),
            parse_position("1x2:0100011"));
  EXPECT_EQ(parse_picture("+---+\n. . |\n+---+\n"), parse_position("1x1:1101"));
  // Points are dots elsewhere.
  EXPECT_EQ(parse_picture("+ . +\n|   |\n+ . +\n"), parse_position("1x2:0000101"));
}

TEST(ParsePicture, NamesThePlaceOfAnErrorInABoardOfAPrompt) {
  const std::pair<const char*, const char*> cases[] = {
      {"+ . +\n:   *\n+ . +", "line 2, column 5: expected '|', ':' or '.' below a dot, got '*'"},
      {"+ . +\n  * :\n+ . +", "line 2, column 1: expected '|', ':' or '.' below a dot"},
      {"+ . +\n: * :\n+   +", "line 3, column 3: expected '---' or ' . ' between two dots"},
      {"+ . +\n: * :\n+ -.+", "line 3, column 3: expected '---' or ' . ' between two dots"},
      {"+ . +\n: 1 :\n+---+",
       "line 2, column 3: expected '*' in this box, since it is not complete, got '1'"},
      {"+---+---+\n| * | * :\n+---+ . +",
       "line 2, column 3: expected the owner of this box, 1 or 2, since it is complete, got '*'"},
      {"+ . +\n:   :\n+ . +", "line 2, column 3: expected '*' in this box"},
      {"+---+\n|   |\n+---+\n: * :\n+---+", "line 2, column 3: expected the owner of this box"},
      {"+ . +\n: * :\n+ . ", "line 3, column 5: expected a dot"},
      {"+ . +\n: * :\n", "line 3, column 1: expected a row of dots below that of boxes"},
  };
  for (const auto& [text, expected] : cases) {
    const std::string message = picture_complaint(text);
    EXPECT_TRUE(contains(message, expected)) << message << "\nfor\n" << text;
  }
}

TEST(ParsePicture, RefusesLongText) {
  const std::string one = "+--+\n|  |\n+--+\n";
  const std::string longest = one + std::string((64 << 10) - one.size(), '\n');
  EXPECT_EQ(parse_picture(longest), parse_position("1x1:1111"));
  EXPECT_TRUE(contains(picture_complaint(longest + "\n"), "longer than 64 KiB"));
  // The text is refused quickly, whatever its characters.
  for (const char fill : {'+', '-', '|', '1', ' ', '\n', '\xc3'}) {
    EXPECT_THROW(parse_picture("+-+" + std::string(65'000, fill)), BadInput) << fill;
  }
  std::string dots;
  while (dots.size() < 32'000) dots += "+ ";
  EXPECT_THROW(parse_picture(dots + "+\n\n" + dots + "+\n"), BadInput);
}

TEST(ParsePicture, RefusesBoardsWithTooManyEdges) {
  std::string dots = "+";
  for (int c = 0; c < 21; ++c) dots += "--+";
  std::string text = dots;
  for (int r = 0; r < 5; ++r) text += "\n|\n" + dots;
  EXPECT_TRUE(contains(picture_complaint(text), "5x21 has 236 edges; boards have at most"));
}

}  // namespace pipo::parse_picture_test
