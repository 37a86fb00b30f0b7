// Batches of positions: the values of single questions, each block read once, and errors.
#include "probe/table/batch.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <random>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/stored_positions.hpp"
#include "pipopipette/tables.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/file/file_names.hpp"
#include "probe/table/table.hpp"
#include "probe/table/table_set.hpp"
#include "tests/support/files.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/small_tables.hpp"

namespace pipo::batch_test {

std::vector<EdgeSet> random_positions(const Board& board, std::size_t count, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<EdgeSet> drawn(count);
  for (EdgeSet& one : drawn) {
    const EdgeSet bits = random();
    one = (random() % 3 == 0 ? bits & random() : bits) & board.all();
  }
  return drawn;
}

std::vector<std::int8_t> oracle_answers(const Board& board, const std::vector<EdgeSet>& drawn) {
  std::vector<std::int8_t> values;
  for (const EdgeSet one : drawn) {
    values.push_back(static_cast<std::int8_t>(oracle_of(board).value(one)));
  }
  return values;
}

TEST(Batch, OfAnyLengthAgreesWithTheOracle) {
  const Board board(3, 3);
  const Tables tables({small_tables()});
  for (const std::size_t count : {0, 1, 63, 64, 65, 4095, 4096, 4097, 50'000}) {
    const std::vector<EdgeSet> drawn = random_positions(board, count, 1);
    const std::vector<std::int8_t> expected = oracle_answers(board, drawn);
    for (const int threads : {0, 1, 2, 5}) {
      std::vector<std::int8_t> values(count, 99);
      tables.values(board, drawn, values, threads);
      EXPECT_EQ(values, expected) << count << " by " << threads;
    }
  }
}

// Positions of a round have numbers of 32 bits.
TEST(Batch, RoundsAreNeverTooLarge) {
  const auto round = [](std::size_t asked) {
    return TableSet({.cache_bytes = 0, .batch_positions = asked}).batch_positions();
  };
  constexpr std::size_t kMost = 0xffff'ffff;
  EXPECT_EQ(round(0), 1U);
  EXPECT_EQ(round(kMost), kMost);
  EXPECT_EQ(round(kMost + 1), kMost);
  EXPECT_EQ(round(~std::size_t{0}), kMost);
}

TEST(Batch, DoesNotDependOnTheNumberOfRounds) {
  const Board board(3, 3);
  TableSet set({});
  set.add_folder(small_tables());
  constexpr std::size_t kCount = 20'000;
  const std::vector<EdgeSet> drawn = random_positions(board, kCount, 7);
  std::vector<Position> positions;
  for (const EdgeSet one : drawn) positions.push_back({board, one});
  std::vector<std::int8_t> expected = oracle_answers(board, drawn);
  positions[kCount - 1].board = Board(4, 4);  // has no table
  expected[kCount - 1] = kNotCovered;
  for (const std::size_t round : {kCount + 1, kCount, kCount - 1, kCount / 2, std::size_t{4097}}) {
    std::vector<std::int8_t> values(kCount, 99);
    const auto numbered = [&](std::size_t i) { return std::optional(positions[i]); };
    BatchLookup batch(set, numbered, values, 2, round);
    batch.answer();
    batch.errors().throw_before(FirstError::kNone);
    EXPECT_EQ(values, expected) << round;
  }
}

TEST(Batch, OfSeveralBoardsAndOrientations) {
  const Tables tables({small_tables()});
  std::vector<Position> positions;
  std::vector<std::int8_t> expected;
  for (const Board& board : {Board(3, 3), Board(2, 4), Board(1, 5), Board(2, 3)}) {
    for (const EdgeSet drawn : random_positions(board, 1000, 2)) {
      const Position position{board, drawn};
      positions.push_back(image_of(position, {.transpose = positions.size() % 2 == 1}));
      expected.push_back(static_cast<std::int8_t>(oracle_of(board).value(drawn)));
    }
  }
  std::vector<std::size_t> order(positions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), std::mt19937_64(3));
  std::vector<Position> shuffled;
  std::vector<std::int8_t> values(order.size());
  for (const std::size_t i : order) shuffled.push_back(positions[i]);
  tables.values(shuffled, values);
  for (std::size_t i = 0; i < order.size(); ++i) {
    ASSERT_EQ(values[i], expected[order[i]]) << to_string(shuffled[i]);
  }
}

// The number of read calls by this process so far.
std::uint64_t reads() {
  std::ifstream io("/proc/self/io");
  std::string name;
  std::uint64_t count = 0;
  while (io >> name >> count) {
    if (name == "syscr:") return count;
  }
  return 0;
}

TEST(Batch, ReadsEachBlockOnce) {
  if (reads() == 0) GTEST_SKIP() << "this system does not count reads";
  const Board board(3, 3);
  const Tables tables({small_tables()}, {.cache_bytes = 0});
  const Table table(small_tables() / "3x3");
  std::uint64_t blocks = 0;
  std::vector<EdgeSet> drawn;
  for (int layer = 0; layer <= 24; ++layer) {
    blocks += table.layout(layer).blocks();
    StoredPositions stored(small_tables() / "3x3", layer);
    std::vector<EdgeSet> some;
    std::vector<std::int8_t> unused;
    while (stored.next(some, unused)) drawn.insert(drawn.end(), some.begin(), some.end());
  }
  std::shuffle(drawn.begin(), drawn.end(), std::mt19937_64(4));
  std::vector<std::int8_t> values(drawn.size());
  tables.value({board, 0});  // opens the table
  for (const int threads : {1, 3}) {
    const std::uint64_t before = reads();
    tables.values(board, drawn, values, threads);
    EXPECT_LE(reads() - before, blocks + 3) << threads;
  }
}

TEST(Batch, OfPositionsWithoutATable) {
  const Tables tables({small_tables()});
  for (const std::size_t count : {10, 1000}) {
    std::vector<Position> positions(count, Position{Board(2, 2), 0});
    positions[7].board = Board(3, 4);
    positions[7].drawn = 5;
    positions[9].board = Board(4, 4);
    std::vector<std::int8_t> values(count);
    tables.find_values(positions, values);
    EXPECT_EQ(values[7], kNotCovered);
    EXPECT_EQ(values[9], kNotCovered);
    EXPECT_EQ(values[8], 2);
    try {
      tables.values(positions, values);
      FAIL();
    } catch (const MissingTable& error) {
      EXPECT_EQ(error.table(), "3x4");
      EXPECT_EQ(error.searched(), std::vector{small_tables()});
    }
  }
}

TEST(Batch, RefusesInvalidArguments) {
  const Tables tables({small_tables()});
  const Board board(2, 2);
  for (const std::size_t count : {3, 1000}) {
    std::vector<EdgeSet> drawn(count, 0);
    std::vector<std::int8_t> values(count);
    drawn[2] = EdgeSet{1} << 12;
    EXPECT_THROW(tables.values(board, drawn, values), BadInput);
    EXPECT_THROW(tables.find_values(board, drawn, values), BadInput);
    values.pop_back();
    drawn[2] = 0;
    EXPECT_THROW(tables.values(board, drawn, values), BadInput);
    std::vector<EdgeSet> best(count + 1);
    EXPECT_THROW(tables.best_moves(board, drawn, best), BadInput);
  }
  EXPECT_THROW(tables.value({board, EdgeSet{1} << 63}), BadInput);
  EXPECT_THROW(tables.covers({board, EdgeSet{1} << 12}), BadInput);
  EXPECT_THROW(tables.covers_moves({board, EdgeSet{1} << 12}), BadInput);
  EXPECT_THROW(tables.computes({board, EdgeSet{1} << 12}), BadInput);
  EXPECT_THROW(tables.answer({board, EdgeSet{1} << 12}), BadInput);
  EXPECT_THROW(tables.line({board, EdgeSet{1} << 12}), BadInput);
}

// Expects BadInput from all members that look up sets of edges.
void expect_refused(const Board& board, EdgeSet one, int threads) {
  const Tables tables({small_tables()});
  const std::vector<EdgeSet> drawn = {one};
  std::vector<std::int8_t> values(1), moves(static_cast<std::size_t>(board.edges()));
  std::vector<EdgeSet> best(1);
  EXPECT_THROW(tables.values(board, drawn, values, threads), BadInput);
  EXPECT_THROW(tables.find_values(board, drawn, values, threads), BadInput);
  EXPECT_THROW(tables.move_values(board, drawn, moves, threads), BadInput);
  EXPECT_THROW(tables.best_moves(board, drawn, best, threads), BadInput);
}

TEST(Batch, RefusesBoardsBeyond64Edges) {
  expect_refused(Board(7, 7), 1, 0);
}

TEST(Batch, RefusesNegativeNumbersOfThreads) {
  expect_refused(Board(2, 2), 0, -1);
}

class BatchOfADamagedTable : public testing::Test {
 protected:
  BatchOfADamagedTable() {
    for (const char* copy : {"bad", "good"}) {
      std::filesystem::create_directory(folder_ / copy);
      std::filesystem::copy(small_tables() / "2x3", folder_.path() / copy / "2x3");
    }
    // Changes a byte of the first block, behind the header.
    test::flip(folder_.path() / "bad" / "2x3" / layer_file_name(8), 656);
  }
  TemporaryFolder folder_;
  const Board board_{2, 3};
  const std::vector<EdgeSet> drawn_ = random_positions(board_, 5000, 5);
  std::vector<std::int8_t> values_ = std::vector<std::int8_t>(5000);
};

TEST_F(BatchOfADamagedTable, ThrowsAnErrorThatNamesThePlace) {
  const Tables tables({folder_.path() / "bad"});
  try {
    tables.values(board_, drawn_, values_);
    FAIL();
  } catch (const DamagedTable& error) {
    EXPECT_EQ(error.file(), folder_.path() / "bad" / "2x3" / layer_file_name(8));
    EXPECT_EQ(error.offset(), 656U);
  }
  EXPECT_EQ(tables.problems().size(), 1U);
}

// Returns the values by the oracle of the positions whose value can be read, else kDamaged.
std::vector<std::int8_t> readable(const Tables& tables, const Board& board,
                                  const std::vector<EdgeSet>& drawn) {
  std::vector<std::int8_t> values = oracle_answers(board, drawn);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    try {
      tables.value({board, drawn[i]});
    } catch (const DamagedTable&) {
      values[i] = kDamaged;
    }
  }
  return values;
}

TEST_F(BatchOfADamagedTable, SpoilsItsOwnPositionsOnly) {
  const Tables tables({folder_.path() / "bad"});
  std::vector<EdgeSet> drawn = drawn_;
  std::vector<std::int8_t> expected = readable(tables, board_, drawn);
  // The first 63 of them, which are looked up one by one, end with a damaged one.
  const auto first = std::ranges::find(expected, kDamaged) - expected.begin();
  std::rotate(drawn.begin(), drawn.begin() + (first + 5000 - 62) % 5000, drawn.end());
  for (const std::size_t count : {5000, 63}) {
    drawn.resize(count);
    expected = readable(tables, board_, drawn);
    const auto spoiled = std::ranges::count(expected, kDamaged);
    ASSERT_GT(spoiled, 0);
    ASSERT_LT(spoiled, static_cast<int>(count / 2));
    for (const int threads : {1, 3}) {
      std::vector<std::int8_t> values(count, 99);
      EXPECT_THROW(tables.values(board_, drawn, values, threads), DamagedTable);
      EXPECT_EQ(values, expected);
      std::ranges::fill(values, std::int8_t{99});
      EXPECT_THROW(tables.find_values(board_, drawn, values, threads), DamagedTable);
      EXPECT_EQ(values, expected);
    }
  }
}

// The error is that of the first position, whichever block is read first.
TEST_F(BatchOfADamagedTable, ThrowsTheErrorOfTheFirstPosition) {
  test::flip(folder_.path() / "bad" / "2x3" / layer_file_name(12), 656);
  const Tables tables({folder_.path() / "bad"});
  for (const int threads : {1, 2}) {
    std::vector<EdgeSet> drawn = drawn_;
    for (int round = 0; round < 5; ++round) {
      std::rotate(drawn.begin(), drawn.begin() + 997, drawn.end());
      const std::vector<std::int8_t> expected = readable(tables, board_, drawn);
      const auto first = std::ranges::find(expected, kDamaged) - expected.begin();
      std::string single;
      try {
        tables.value({board_, drawn[static_cast<std::size_t>(first)]});
      } catch (const DamagedTable& error) {
        single = error.what();
      }
      try {
        tables.values(board_, drawn, values_, threads);
        FAIL();
      } catch (const DamagedTable& error) {
        EXPECT_EQ(error.what(), single);
      }
    }
  }
}

TEST_F(BatchOfADamagedTable, ThatCannotBeOpenedIsMarkedToo) {
  std::filesystem::remove(folder_.path() / "bad" / "2x3" / layer_file_name(8));
  const Tables tables({folder_.path() / "bad", small_tables() / "2x4"});
  std::vector<Position> positions;
  for (const EdgeSet drawn : drawn_) positions.push_back({board_, drawn});
  positions[3] = {Board(4, 4), 0};
  EXPECT_THROW(tables.values(positions, values_), DamagedTable);
  EXPECT_EQ(values_[3], kNotCovered);
  EXPECT_EQ(std::ranges::count(values_, kDamaged), 4999);
  positions[0] = {Board(4, 4), 0};
  EXPECT_THROW(tables.values(positions, values_), MissingTable);
  EXPECT_THROW(tables.find_values(positions, values_), DamagedTable);
}

TEST_F(BatchOfADamagedTable, MarksMovesAndLeavesOutBestMoves) {
  const Tables good({folder_.path() / "good"});
  const Tables bad({folder_.path() / "bad"});
  const auto edges = static_cast<std::size_t>(board_.edges());
  std::vector<std::int8_t> expected(drawn_.size() * edges);
  std::vector<std::int8_t> values(drawn_.size() * edges, 99);
  std::vector<EdgeSet> all(drawn_.size());
  std::vector<EdgeSet> best(drawn_.size(), 1);
  good.move_values(board_, drawn_, expected);
  good.best_moves(board_, drawn_, all);
  EXPECT_THROW(bad.move_values(board_, drawn_, values, 2), DamagedTable);
  EXPECT_THROW(bad.best_moves(board_, drawn_, best, 2), DamagedTable);
  int spoiled = 0;
  for (std::size_t i = 0; i < drawn_.size(); ++i) {
    bool known = true;
    for (std::size_t edge = 0; edge < edges; ++edge) {
      const std::int8_t value = values[i * edges + edge];
      if (value == kDamaged) {
        const Position after{board_, drawn_[i] | EdgeSet{1} << edge};
        EXPECT_THROW(bad.value(after), DamagedTable);
        known = false;
      } else {
        ASSERT_EQ(value, expected[i * edges + edge]);
      }
    }
    ASSERT_EQ(best[i], known ? all[i] : 0);
    spoiled += known ? 0 : 1;
  }
  EXPECT_GT(spoiled, 0);
  EXPECT_LT(spoiled, 4000);
}

TEST_F(BatchOfADamagedTable, UsesAnotherCopy) {
  const Tables tables({folder_.path() / "bad", folder_.path() / "good"});
  tables.values(board_, drawn_, values_);
  EXPECT_EQ(values_, oracle_answers(board_, drawn_));
  EXPECT_EQ(tables.problems().size(), 1U);
}

TEST(MoveValues, AgreeWithTheAnswers) {
  const Board board(3, 3);
  const Tables tables({small_tables()});
  const auto edges = static_cast<std::size_t>(board.edges());
  for (const std::size_t count : {0, 1, 2, 3, 1000}) {
    std::vector<EdgeSet> drawn = random_positions(board, count, 8);
    drawn.push_back(board.all());
    std::vector<std::int8_t> expected(drawn.size() * edges, kDrawn);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      for (const MoveValue& move : tables.answer({board, drawn[i]}).moves) {
        expected[i * edges + static_cast<std::size_t>(move.edge)] =
            static_cast<std::int8_t>(move.value);
      }
    }
    for (const int threads : {1, 2}) {
      std::vector<std::int8_t> values(expected.size(), 99);
      tables.move_values(board, drawn, values, threads);
      EXPECT_EQ(values, expected);
    }
  }
}

TEST(MoveValues, AreMarkedWithoutATable) {
  const Board board(4, 4);
  const Tables tables({small_tables()});
  std::vector<std::int8_t> values(40);
  EXPECT_THROW(tables.move_values(board, std::vector<EdgeSet>{0b101}, values), MissingTable);
  for (std::size_t edge = 0; edge < values.size(); ++edge) {
    EXPECT_EQ(values[edge], edge == 0 || edge == 2 ? kDrawn : kNotCovered);
  }
  std::vector<EdgeSet> best(1, 1);
  EXPECT_THROW(tables.best_moves(board, std::vector<EdgeSet>{0b101}, best), MissingTable);
  EXPECT_EQ(best[0], 0U);
  EXPECT_THROW(tables.move_values(board, std::vector<EdgeSet>{board.all() + 1}, values), BadInput);
  values.pop_back();
  EXPECT_THROW(tables.move_values(board, std::vector<EdgeSet>{0}, values), BadInput);
}

TEST(BestMoves, AgreeWithTheAnswers) {
  const Board board(3, 3);
  const Tables tables({small_tables()});
  std::vector<EdgeSet> drawn = random_positions(board, 1000, 6);
  drawn.push_back(board.all());
  std::vector<EdgeSet> best(drawn.size(), 1);
  tables.best_moves(board, drawn, best, 2);
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    EdgeSet expected = 0;
    for (const int edge : tables.answer({board, drawn[i]}).best) expected |= EdgeSet{1} << edge;
    ASSERT_EQ(best[i], expected) << to_string({board, drawn[i]});
  }
}

}  // namespace pipo::batch_test
