// Checks the oracles against one another and against published values.
#include <gtest/gtest.h>

#include <bit>
#include <initializer_list>
#include <random>
#include <stdexcept>

#include "tests/oracle/depth_first.hpp"
#include "tests/oracle/flat_table.hpp"
#include "tests/oracle/rules.hpp"

namespace oracle::oracle_test {

using Start = Drawn (*)(int rows, int columns);

// All outer edges.
Drawn swedish(int rows, int columns) {
  return Rules(rows, columns).outer();
}

// The left and the bottom outer edges.
Drawn icelandic(int rows, int columns) {
  Drawn drawn = 0;
  const int horizontals = (rows + 1) * columns;
  for (int r = 0; r < rows; ++r) drawn |= Drawn{1} << (horizontals + r * (columns + 1));
  for (int c = 0; c < columns; ++c) drawn |= Drawn{1} << (rows * columns + c);
  return drawn;
}

struct Known {
  int rows, columns, value;
};

TEST(Oracle, OneBoxByHand) {
  const FlatTable table(1, 1);
  EXPECT_EQ(table.value(0b1111), 0);
  EXPECT_EQ(table.value(0b1110), 1);
  EXPECT_EQ(table.value(0b1010), -1);
  EXPECT_EQ(table.value(0b0010), 1);
  EXPECT_EQ(table.value(0), -1);
}

TEST(Oracle, FindsThePublishedValuesOfEmptyBoards) {
  for (const auto& [rows, columns, value] : {Known{1, 1, -1},
                                             {1, 2, 0},
                                             {1, 3, -1},
                                             {1, 4, 0},
                                             {1, 5, -1},
                                             {1, 6, 0},
                                             {1, 7, -1},
                                             {2, 2, 2},
                                             {2, 3, -2},
                                             {3, 2, -2},
                                             {2, 4, 2},
                                             {3, 3, -3}}) {
    EXPECT_EQ(flat_table(rows, columns).value(0), value) << rows << "x" << columns;
  }
  EXPECT_EQ(DepthFirst(1, 8).value(0), 0);
}

TEST(Oracle, LongRunFindsThePublishedValuesOfLargerBoards) {
  for (const auto& [rows, columns, value] : {Known{1, 9, -1}, {1, 10, 0}, {2, 5, -2}}) {
    EXPECT_EQ(DepthFirst(rows, columns).value(0), value) << rows << "x" << columns;
  }
}

void expect_values(Start start, std::initializer_list<Known> boards) {
  for (const auto& [rows, columns, value] : boards) {
    EXPECT_EQ(DepthFirst(rows, columns).value(start(rows, columns)), value)
        << rows << "x" << columns;
  }
}

TEST(Oracle, FindsTheValuesOfOtherStarts) {
  expect_values(swedish, {{2, 2, -4}, {2, 3, 6}, {2, 4, 0}, {2, 5, 2}, {3, 3, 7}, {3, 4, 4}});
  expect_values(icelandic, {{2, 2, 2}, {2, 3, 4}, {2, 4, 4}, {3, 3, -1}});
}

TEST(Oracle, LongRunFindsTheValuesOfOtherStartsOfLargerBoards) {
  expect_values(swedish, {{4, 4, 0}});
  expect_values(icelandic, {{2, 5, 2}, {3, 4, 4}});
}

TEST(Oracle, FindsTheValuesOfFirstMoves) {
  const FlatTable& square = flat_table(2, 2);
  for (int edge = 0; edge < 12; ++edge) {
    const bool outer = (square.rules().outer() >> edge & 1) != 0;
    EXPECT_EQ(-square.value(Drawn{1} << edge), outer ? 2 : 0) << edge;
  }
  for (const auto& [rows, columns] : {std::pair{2, 3}, {3, 3}}) {
    const FlatTable& table = flat_table(rows, columns);
    for (int edge = 0; edge < table.rules().edges(); ++edge) {
      EXPECT_EQ(-table.value(Drawn{1} << edge), table.value(0)) << edge;
    }
  }
  for (const int columns : {2, 4, 6}) {
    const FlatTable& table = flat_table(1, columns);
    const int middle = 2 * columns + columns / 2;
    for (int edge = 0; edge < table.rules().edges(); ++edge) {
      EXPECT_EQ(-table.value(Drawn{1} << edge), edge == middle ? 0 : -2) << edge;
    }
  }
}

TEST(Oracle, DepthFirstAgreesWithTheFlatTable) {
  for (const auto& [rows, columns] :
       {std::pair{1, 1}, {1, 2}, {2, 1}, {1, 4}, {2, 2}, {2, 3}, {3, 2}}) {
    const FlatTable& table = flat_table(rows, columns);
    DepthFirst solver(rows, columns, 12);
    for (Drawn drawn = 0; drawn <= table.rules().full(); ++drawn) {
      ASSERT_EQ(solver.value(drawn), table.value(drawn)) << drawn;
    }
  }
}

TEST(Oracle, DepthFirstAgreesOnRandomPositions) {
  std::mt19937_64 random(10);
  for (const auto& [rows, columns] : {std::pair{3, 3}, {2, 4}, {1, 7}}) {
    const FlatTable& table = flat_table(rows, columns);
    DepthFirst solver(rows, columns, 18);
    for (int i = 0; i < 2'000; ++i) {
      const Drawn drawn = random() & random() % (table.rules().full() + 1);
      ASSERT_EQ(solver.value(drawn), table.value(drawn)) << drawn;
    }
  }
}

// A table of a few entries evicts nearly everything; the values stay right.
TEST(Oracle, DepthFirstIsRightWithATinyTable) {
  std::mt19937_64 random(11);
  const FlatTable& table = flat_table(3, 3);
  DepthFirst solver(3, 3, 2);
  for (int i = 0; i < 2'000; ++i) {
    const Drawn drawn = (random() | random()) & table.rules().full();
    ASSERT_EQ(solver.value(drawn), table.value(drawn)) << drawn;
  }
}

TEST(Oracle, RefusesBoardsThatAreTooLarge) {
  EXPECT_THROW(FlatTable(2, 5), std::invalid_argument);
  EXPECT_THROW(DepthFirst(4, 5), std::invalid_argument);
  EXPECT_THROW(Rules(5, 6), std::invalid_argument);
  EXPECT_THROW(Rules(0, 3), std::invalid_argument);
}

}  // namespace oracle::oracle_test
