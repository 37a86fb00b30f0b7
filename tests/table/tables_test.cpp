// For any position of a small board the tables agree with the oracle.
#include "pipopipette/tables.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <thread>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/start.hpp"
#include "probe/board/symmetry.hpp"
#include "tests/support/small_tables.hpp"

namespace pipo::tables_test {

// The oracle's value of every move.
void expect_answer(const Answer& answer, const oracle::FlatTable& oracle) {
  const Position& position = answer.position;
  SCOPED_TRACE(to_string(position));
  EXPECT_EQ(answer.value, oracle.value(position.drawn));
  ASSERT_EQ(answer.moves.size(), static_cast<std::size_t>(position.open().size()));
  std::vector<int> best;
  int before = -1;
  for (const MoveValue& move : answer.moves) {
    EXPECT_GT(move.edge, before);
    before = move.edge;
    const EdgeSet next = position.drawn | EdgeSet{1} << move.edge;
    const int captures = oracle.rules().captures(position.drawn, move.edge);
    EXPECT_EQ(move.captures, captures);
    const int after = oracle.value(next);
    EXPECT_EQ(move.value, captures > 0 ? captures + after : -after);
    if (move.value == answer.value) best.push_back(move.edge);
  }
  EXPECT_EQ(answer.best, best);
}

void expect_every_value(const Board& board, EdgeSet stride) {
  const Tables tables({small_tables()});
  const oracle::FlatTable& oracle = oracle_of(board);
  const Image transpose{.transpose = true};
  for (EdgeSet drawn = 0; drawn <= board.all(); drawn += stride) {
    const Position position{board, drawn};
    const int expected = oracle.value(drawn);
    ASSERT_EQ(tables.value(position), expected) << to_string(position);
    ASSERT_EQ(tables.value(image_of(position, transpose)), expected) << to_string(position);
  }
}

TEST(Tables, EveryValue1x1) {
  expect_every_value(Board(1, 1), 1);
}
TEST(Tables, EveryValue1x5) {
  expect_every_value(Board(1, 5), 1);
}
TEST(Tables, EveryValue2x2) {
  expect_every_value(Board(2, 2), 1);
}
TEST(Tables, EveryValue2x3) {
  expect_every_value(Board(2, 3), 1);
}
TEST(Tables, SomeValues2x4) {
  expect_every_value(Board(2, 4), 29);
}
TEST(Tables, SomeValues3x3) {
  expect_every_value(Board(3, 3), 53);
}
TEST(Tables, LongRunManyValues2x4) {
  expect_every_value(Board(2, 4), 3);
}
TEST(Tables, LongRunManyValues3x3) {
  expect_every_value(Board(3, 3), 5);
}

TEST(Tables, EveryMove) {
  const Tables tables({small_tables()});
  for (const Board& board : {Board(1, 1), Board(2, 2)}) {
    for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
      expect_answer(tables.answer({board, drawn}), oracle_of(board));
    }
  }
  std::mt19937_64 random(1);
  for (int i = 0; i < 5000; ++i) {
    const Board board(3, 3);
    expect_answer(tables.answer({board, random() & random() & board.all()}), oracle_of(board));
  }
}

TEST(Tables, TheExampleInTheHeader) {
  const Tables tables({small_tables()});
  EXPECT_EQ(tables.value(parse_position("3x3:000000000000000000000000")), -3);
}

TEST(Tables, FindsTablesAndNamesMissingOnes) {
  const Tables tables({small_tables()});
  EXPECT_EQ(tables.found().size(), 7U);
  EXPECT_TRUE(tables.covers({Board(3, 2), 0}));
  EXPECT_FALSE(tables.covers({Board(3, 4), 0}));
  try {
    tables.value({Board(4, 3), 0});
    FAIL();
  } catch (const MissingTable& error) {
    EXPECT_EQ(error.table(), "3x4");
    EXPECT_EQ(error.searched(), std::vector{small_tables()});
  }
  EXPECT_THROW(Tables({"/nonexistent"}), MissingTable);
  const TemporaryFolder empty;
  EXPECT_TRUE(Tables({empty.path()}).found().empty());
  // Unfinished tables are ignored.
  std::filesystem::create_directory(empty.path() / "2x2");
  std::ofstream(empty.path() / "2x2" / "layer-12.pipo") << "begun";
  EXPECT_TRUE(Tables({empty.path()}).found().empty());
  EXPECT_EQ(Tables::only(small_tables() / "2x3").found().size(), 1U);
}

TEST(Tables, StartsCoverTheirMirrorImages) {
  const TemporaryFolder folder;
  const Board board(2, 3);
  const oracle::FlatTable& oracle = oracle_of(board);
  std::vector<TableIdentity> starts;
  for (const EdgeSet start :
       std::initializer_list<EdgeSet>{swedish_start(board), icelandic_start(board), 0b100100001}) {
    starts.push_back(table_identity(board, start));
    write_table(folder.path(), starts.back(), oracle_values(board));
  }
  const Tables tables({folder.path()});
  ASSERT_EQ(tables.found().size(), 3U);
  EXPECT_FALSE(tables.covers({board, 0}));
  std::uint64_t covered = 0;
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    const Position position{board, drawn};
    bool contains_start = false;
    for (const TableIdentity& start : starts) {
      for (const Image& image : images(board)) {
        const EdgeSet seen = image_of_edges(board, image, drawn);
        contains_start = contains_start || (seen & start.start) == start.start;
      }
    }
    if (contains_start) {
      ASSERT_TRUE(tables.covers(position));
    }
    if (!tables.covers(position)) continue;
    ++covered;
    ASSERT_EQ(tables.value(position), oracle.value(drawn)) << to_string(position);
    ASSERT_EQ(tables.value(image_of(position, {.transpose = true})), oracle.value(drawn));
  }
  EXPECT_GT(covered, 1000U);
  EXPECT_LT(covered, 100000U);
}

// The cache is much smaller than the table, so threads evict each other's blocks.
TEST(Tables, ManyThreadsAskAtOnce) {
  const Board board(3, 3);
  const oracle::FlatTable& oracle = oracle_of(board);
  for (const std::size_t cache_bytes : {std::size_t{0}, std::size_t{20000}, std::size_t{1} << 24}) {
    const Tables tables({small_tables()}, {.cache_bytes = cache_bytes});
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (unsigned seed = 0; seed < 4; ++seed) {
      threads.emplace_back([&, seed] {
        std::mt19937_64 random(seed);
        for (int i = 0; i < 10000; ++i) {
          const EdgeSet drawn = random() & board.all();
          wrong += tables.value({board, drawn}) != oracle.value(drawn);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, 0);
  }
}

}  // namespace pipo::tables_test
