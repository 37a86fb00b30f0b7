#include "pipopipette/picture.hpp"

#include <array>
#include <random>
#include <sstream>

#include "pipopipette/notation.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::picture_test {

TEST(Picture, ShowsDrawnEdges) {
  EXPECT_EQ(picture(parse_position("2x3:10111000111000110")),
            "+--+  +--+\n"
            "|  |\n"
            "+--+--+  +\n"
            "   |  |\n"
            "+  +  +--+\n");
  // Writes empty lines as spaces, because an empty line may separate two pictures.
  EXPECT_EQ(picture({Board(1, 1), 0}), "+  +\n    \n+  +\n");
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

TEST(Picture, AcceptsFewerLabelsThanEdges) {
  Labels labels;
  labels.edges = {"1"};
  labels.boxes = {"A"};
  EXPECT_EQ(picture({Board(1, 2), 0b1111110}, labels),
            "+ 1 +---+\n"
            "| A |   |\n"
            "+---+---+\n");
}

// Margins on open edges, as `pipo probe` prints, and letters in boxes, as `pipo explain` prints.
Labels random_labels(const Board& board, std::mt19937_64& random) {
  constexpr std::array kNumbers = {"", "0", "-1", "7", "-7", "12", "-12", "+3", "+12"};
  constexpr std::array kMarks = {"", "A", "*", "Bc", "-1", "\"+.o"};
  Labels labels;
  const std::size_t numbers = 1 + random() % kNumbers.size(), marks = 1 + random() % kMarks.size();
  for (int edge = 0; edge < board.edges(); ++edge)
    labels.edges.emplace_back(kNumbers[random() % numbers]);
  for (int box = 0; box < board.boxes(); ++box) labels.boxes.emplace_back(kMarks[random() % marks]);
  return labels;
}

TEST(Picture, ReadsBackEveryBoard) {
  std::mt19937_64 random(2);
  for (const Board& board : test::all_boards()) {
    for (int i = 0; i < 40; ++i) {
      const Position position{board, random() & board.all()};
      const Labels labels = random_labels(board, random);
      ASSERT_EQ(parse_picture(picture(position)), position);
      ASSERT_EQ(parse_picture(picture(position, labels)), position) << picture(position, labels);
    }
    for (const EdgeSet drawn : {EdgeSet{0}, board.all()}) {
      ASSERT_EQ(parse_picture(picture({board, drawn})), (Position{board, drawn}));
    }
  }
}

// Reads the edges of a text on the grid of another picture, each at its own place.
Position seen_on_grid(const std::string& text, const Board& board, const std::string& grid) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (!lines.empty() || line.find_first_not_of(' ') != line.npos) lines.push_back(line);
  }
  const auto left = static_cast<int>(grid.find('+'));
  const int pitch =
      (static_cast<int>(grid.find_last_not_of(' ', grid.find('\n') - 1)) - left) / board.columns();
  const auto at = [&](int line, int column) {
    const auto l = static_cast<std::size_t>(line), c = static_cast<std::size_t>(column);
    return l < lines.size() && c < lines[l].size() ? lines[l][c] : ' ';
  };
  Position seen{board, 0};
  for (int r = 0; r <= board.rows(); ++r) {
    for (int c = 0; c <= board.columns(); ++c) {
      if (c < board.columns()) {
        bool line = true;
        for (int i = 1; i < pitch; ++i) line &= at(2 * r, left + c * pitch + i) == '-';
        seen.drawn |= EdgeSet{line} << board.horizontal(r, c);
      }
      if (r < board.rows()) {
        const bool line = at(2 * r + 1, left + c * pitch) == '|';
        seen.drawn |= EdgeSet{line} << board.vertical(r, c);
      }
    }
  }
  return seen;
}

// Changing any single character gives an error or the position that the picture then shows.
TEST(Picture, OneWrongCharacterIsNeverReadAsAnotherPosition) {
  std::mt19937_64 random(3);
  constexpr std::string_view kWrong = " |-+*.o1-7A\n\t\r\x01\xe2";
  int taken = 0, refused = 0;
  for (const Board& board : test::all_boards()) {
    for (int i = 0; i < 300; ++i) {
      const Position position{board,
                              random() & (i % 3 == 0 ? random() : ~EdgeSet{0}) & board.all()};
      const std::string text =
          picture(position, i % 2 == 0 ? Labels() : random_labels(board, random));
      std::string wrong = text;
      const std::size_t place = random() % text.size();
      const char character = kWrong[random() % kWrong.size()];
      switch (random() % 3) {
        case 0:
          wrong[place] = character;
          break;
        case 1:
          wrong.erase(place, 1);
          break;
        default:
          wrong.insert(place, 1, character);
      }
      try {
        const Position read = parse_picture(wrong);
        ASSERT_EQ(read.board, board) << wrong;
        ASSERT_EQ(read, seen_on_grid(wrong, board, text)) << wrong;
        ++taken;
      } catch (const BadInput&) {
        ++refused;
      }
    }
  }
  EXPECT_GT(taken, 1000);
  EXPECT_GT(refused, 1000);
}

}  // namespace pipo::picture_test
