#include <algorithm>
#include <bit>
#include <limits>
#include <set>
#include <unordered_set>

#include "pipopipette/board.hpp"
#include "tests/support/board_support.hpp"

namespace pipo::geometry_test {

using test::complaint;
using test::contains;

std::string board_complaint(std::string_view text) {
  return complaint([&] { Board::parse(text); });
}

TEST(Geometry, ThereAre79Boards) {
  EXPECT_EQ(test::all_boards().size(), 79u);
}

TEST(Geometry, NumbersEdgesAsDocumented) {
  const Board board(2, 3);
  EXPECT_EQ(board.edges(), 17);
  EXPECT_EQ(board.horizontals(), 9);
  EXPECT_EQ(board.boxes(), 6);
  EXPECT_EQ(board.horizontal(1, 2), 5);
  EXPECT_EQ(board.vertical(0, 0), 9);
  EXPECT_EQ(board.vertical(1, 3), 16);
  EXPECT_EQ(board.sides(board.box(1, 1)),
            EdgeSet{1} << 4 | EdgeSet{1} << 7 | EdgeSet{1} << 14 | EdgeSet{1} << 15);
  EXPECT_EQ(board.neighbours(0), (std::array{-1, 0}));
  EXPECT_EQ(board.neighbours(4), (std::array{1, 4}));
  EXPECT_EQ(board.neighbours(8), (std::array{5, -1}));
  EXPECT_EQ(board.neighbours(9), (std::array{-1, 0}));
  EXPECT_EQ(board.neighbours(10), (std::array{0, 1}));
  EXPECT_EQ(board.neighbours(16), (std::array{5, -1}));
}

TEST(Geometry, EveryEdgeHasAPlace) {
  for (const Board& board : test::all_boards()) {
    std::set<int> seen;
    for (int r = 0; r <= board.rows(); ++r) {
      for (int c = 0; c < board.columns(); ++c) seen.insert(board.horizontal(r, c));
    }
    for (int r = 0; r < board.rows(); ++r) {
      for (int c = 0; c <= board.columns(); ++c) seen.insert(board.vertical(r, c));
    }
    EXPECT_EQ(static_cast<int>(seen.size()), board.edges()) << board.name();
    EXPECT_EQ(*seen.begin(), 0);
    EXPECT_EQ(*seen.rbegin(), board.edges() - 1);
    EXPECT_EQ(std::popcount(board.all()), board.edges());
  }
}

TEST(Geometry, SidesAndNeighboursAgree) {
  for (const Board& board : test::all_boards()) {
    for (int r = 0; r < board.rows(); ++r) {
      for (int c = 0; c < board.columns(); ++c) {
        EdgeSet expected = 0;
        for (const int edge : {board.horizontal(r, c), board.horizontal(r + 1, c),
                               board.vertical(r, c), board.vertical(r, c + 1)}) {
          expected |= EdgeSet{1} << edge;
        }
        EXPECT_EQ(board.sides(board.box(r, c)), expected) << board.name();
      }
    }
    EdgeSet outer = 0;
    for (int edge = 0; edge < board.edges(); ++edge) {
      const auto [first, second] = board.neighbours(edge);
      EXPECT_TRUE(first >= 0 || second >= 0);
      if (first < 0 || second < 0) outer |= EdgeSet{1} << edge;
      if (first >= 0 && second >= 0) {
        EXPECT_LT(first, second);
      }
      for (int box = 0; box < board.boxes(); ++box) {
        const bool beside = box == first || box == second;
        EXPECT_EQ(board.sides(box) >> edge & 1, EdgeSet{beside}) << board.name();
      }
    }
    EXPECT_EQ(board.outer(), outer) << board.name();
    EXPECT_EQ(std::popcount(outer), 2 * (board.rows() + board.columns()));
  }
}

TEST(Geometry, FullBoardOf64EdgesIsAllOnes) {
  EXPECT_EQ(Board(1, 21).edges(), 64);
  EXPECT_EQ(Board(1, 21).all(), ~EdgeSet{0});
  EXPECT_EQ(Board(21, 1).all(), ~EdgeSet{0});
}

TEST(Geometry, BoardsOfEqualDimensionsAreEqual) {
  EXPECT_EQ(Board(2, 3), Board(2, 3));
  EXPECT_NE(Board(2, 3), Board(3, 2));
  EXPECT_EQ(Board(2, 3).transposed(), Board(3, 2));
}

TEST(Geometry, BoardsAreOrderedAndHashed) {
  EXPECT_EQ(Board(), Board(1, 1));
  std::vector<Board> boards = test::all_boards();
  const std::unordered_set<Board> hashed(boards.begin(), boards.end());
  EXPECT_EQ(hashed.size(), 79u);
  // By rows, then by columns, as all_boards lists them.
  std::ranges::reverse(boards);
  std::ranges::sort(boards);
  EXPECT_EQ(boards, test::all_boards());
  std::set<std::size_t> hashes;
  for (const Board& board : boards) hashes.insert(std::hash<Board>()(board));
  EXPECT_EQ(hashes.size(), 79u);
}

TEST(Geometry, RefusesPlacesThatTheBoardDoesNotHave) {
  constexpr int most = std::numeric_limits<int>::max();
  constexpr int least = std::numeric_limits<int>::min();
  const Board board(2, 3);
  for (const int box : {-1, 6, 77, least, most}) {
    EXPECT_EQ(complaint([&] { board.sides(box); }),
              "box " + std::to_string(box) + ": 2x3 has boxes 0 to 5");
  }
  for (const int edge : {-1, 17, 99, least, most}) {
    EXPECT_EQ(complaint([&] { board.neighbours(edge); }),
              "edge " + std::to_string(edge) + ": 2x3 has edges 0 to 16");
  }
  EXPECT_EQ(complaint([&] { board.horizontal(3, 0); }),
            "2x3 has no horizontal edge in row 3, column 0: rows are 0 to 2, columns 0 to 2");
  EXPECT_EQ(complaint([&] { board.vertical(0, 4); }),
            "2x3 has no vertical edge in row 0, column 4: rows are 0 to 1, columns 0 to 3");
  EXPECT_EQ(complaint([&] { board.box(2, 2); }),
            "2x3 has no box in row 2, column 2: rows are 0 to 1, columns 0 to 2");
  for (const auto& [r, c] : {std::pair{-1, 0}, {0, -1}, {3, 3}, {least, 0}, {0, most}}) {
    EXPECT_THROW(board.horizontal(r, c), BadInput) << r << ", " << c;
    EXPECT_THROW(board.box(r, c), BadInput) << r << ", " << c;
  }
  for (const auto& [r, c] : {std::pair{-1, 0}, {0, -1}, {2, 0}, {most, 0}, {0, 4}}) {
    EXPECT_THROW(board.vertical(r, c), BadInput) << r << ", " << c;
  }
}

TEST(Geometry, ReadsAndWritesEveryName) {
  for (const Board& board : test::all_boards()) EXPECT_EQ(Board::parse(board.name()), board);
  EXPECT_EQ(Board(12, 2).name(), "12x2");
}

TEST(Geometry, RefusesMalformedNames) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "number of rows is missing"},
      {"x3", "number of rows, got 'x'"},
      {"3", "'x' and the number of columns are missing"},
      {"3x", "number of columns is missing"},
      {"3y3", "'x', got 'y'"},
      {"3X3", "'x', got 'X'"},
      {"03x3", "number of rows has a leading zero"},
      {"3x03", "number of columns has a leading zero"},
      {"0x3", "number of rows is 0"},
      {"3x0", "number of columns is 0"},
      {"00x3", "leading zero"},
      {"3x3x", "expected nothing after the columns, got 'x'"},
      {"3x3 ", "expected nothing after the columns, got ' '"},
      {" 3x3", "number of rows, got ' '"},
      {"-1x3", "number of rows, got '-'"},
      {"3x-1", "number of columns, got '-'"},
      {"3.5x2", "'x', got '.'"},
      {"3x3\n", "got '\\x0a'"},
      {"\xff", "got '\\xff'"},
  };
  for (const auto& [text, reason] : cases) {
    const std::string message = board_complaint(text);
    EXPECT_TRUE(contains(message, reason)) << message;
    EXPECT_TRUE(contains(message, "is not a board")) << message;
    EXPECT_TRUE(contains(message, "for example 3x4")) << message;
  }
  EXPECT_TRUE(contains(board_complaint(std::string_view("3\0x3", 4)), "'\\x00'"));
}

TEST(Geometry, RefusesBoardsWithTooManyEdges) {
  constexpr const char* kLimit = "boards have at most 20 rows and 20 columns, or 64 edges";
  EXPECT_TRUE(contains(board_complaint("21x20"), std::string("'21x20' has 881 edges; ") + kLimit));
  EXPECT_TRUE(contains(board_complaint("2x21"), std::string("has 107 edges; ") + kLimit));
  EXPECT_TRUE(contains(board_complaint("1x22"), std::string("has 67 edges; ") + kLimit));
  EXPECT_TRUE(contains(board_complaint("22x1"), std::string("has 67 edges; ") + kLimit));
  EXPECT_TRUE(contains(board_complaint("100000x100000"), "has 20000200000 edges"));
  for (const char* huge : {"99999999999x2", "2x99999999999", "4294967297x4294967297",
                           "18446744073709551617x1", "1x2147483648"}) {
    EXPECT_TRUE(
        contains(board_complaint(huge), std::string("more than a million edges; ") + kLimit));
  }
  const std::string long_number(100'000, '9');
  EXPECT_LT(board_complaint(long_number + "x1").size(), 300u);
}

TEST(Geometry, RefusesDimensionsOutOfRange) {
  constexpr int most = std::numeric_limits<int>::max();
  constexpr int least = std::numeric_limits<int>::min();
  for (const auto& [rows, columns] :
       {std::pair{0, 3}, {3, 0}, {-1, 3}, {3, -1}, {0, 0}, {least, least}, {most, -1}}) {
    const std::string message = complaint([&, r = rows, c = columns] { Board(r, c); });
    EXPECT_TRUE(contains(message, "at least one row and one column")) << message;
  }
  for (const auto& [rows, columns] : {std::pair{5, 21},
                                      {21, 5},
                                      {22, 1},
                                      {1, 22},
                                      {most, most},
                                      {most, 1},
                                      {1, most},
                                      {65536, 65536}}) {
    const std::string message = complaint([&, r = rows, c = columns] { Board(r, c); });
    EXPECT_TRUE(contains(message, "at most 20 rows and 20 columns")) << message;
  }
}

// Sets of 64 bits refuse a larger board, whatever is drawn on it.
TEST(Geometry, LargeBoardsHaveNoWords) {
  const Board board(7, 7);
  EXPECT_EQ(Board::parse("20x20").edges(), 840);
  EXPECT_FALSE(board.is_small());
  EXPECT_TRUE(Board(5, 5).is_small() && Board(1, 21).is_small());
  for (const std::string& message :
       {complaint([&] { (void)board.all(); }), complaint([&] { (void)board.outer(); }),
        complaint([&] { (void)board.sides(0); }), complaint([&] { board.expect_small(); })}) {
    EXPECT_TRUE(contains(message, "7x7 has 112 edges; tables, sweeps and sets of 64 bits end"))
        << message;
  }
}

// Every edge of a large board is a side of the boxes beside it, and of no other box.
TEST(Geometry, NeighboursAndSidesOfLargeBoards) {
  for (const Board& board : {Board(5, 6), Board(7, 7), Board(3, 19), Board(20, 20)}) {
    std::vector<std::vector<int>> beside(static_cast<std::size_t>(board.edges()));
    for (int r = 0; r < board.rows(); ++r) {
      for (int c = 0; c < board.columns(); ++c) {
        const int box = board.box(r, c);
        EXPECT_EQ(board.edges_of(box),
                  (std::array{board.horizontal(r, c), board.horizontal(r + 1, c),
                              board.vertical(r, c), board.vertical(r, c + 1)}));
        for (const int edge : board.edges_of(box)) {
          beside[static_cast<std::size_t>(edge)].push_back(box);
        }
      }
    }
    for (int edge = 0; edge < board.edges(); ++edge) {
      std::vector<int> boxes;
      for (const int box : board.neighbours(edge)) {
        if (box >= 0) boxes.push_back(box);
      }
      EXPECT_EQ(boxes, beside[static_cast<std::size_t>(edge)]) << board.name() << " " << edge;
    }
  }
}

}  // namespace pipo::geometry_test
