// Compares every value of a swept table with the oracle, for positions that contain an image of the
// start.
#include "solve/swept_table.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "generator/run/generate.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/in_parallel.hpp"
#include "probe/board/settle.hpp"
#include "probe/table/table_sections.hpp"
#include "solve/start_sweep.hpp"
#include "tests/solve/sweeps.hpp"
#include "tests/support/oracle_table.hpp"

namespace pipo::swept_table_test {

constexpr std::uint64_t kUnlimited = std::uint64_t{1} << 40;

std::shared_ptr<const SweptTable> swept(const Position& start) {
  return test::sweep_of(start).run({}, {}, kUnlimited).table;
}

bool image_contains(const Position& position, const Position& start) {
  std::vector<Image> all = images(position.board);
  if (position.board != start.board) {
    for (Image& image : all) image.transpose = true;
  }
  return std::ranges::any_of(all, [&](const Image& image) {
    const Position turned = image_of(position, image);
    return turned.board == start.board && (turned.drawn & start.drawn) == start.drawn;
  });
}

// Checks all positions of the start's board and of its transpose.
void expect_all(const Position& start) {
  const auto table = swept(start);
  for (const Board& board : {start.board, start.board.transposed()}) {
    const Values value = oracle_values(board);
    std::uint64_t covered = 0;
    for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
      if (!is_quiet(board, drawn)) continue;
      const Position position{board, drawn};
      ASSERT_EQ(table->covers(position), image_contains(position, start)) << position;
      if (!table->covers(position)) continue;
      ++covered;
      ASSERT_EQ(table->quiet_value(position), value(drawn)) << position;
    }
    EXPECT_GT(covered, 100U);
  }
}

TEST(SweptTable, HasEveryValueOfSmallBoards) {
  for (const char* start : {"2x3:00000000000000000", "2x3:10000000000000010", "1x4:1000000000000",
                            "3x2:01000000000000000", "2x2:000000000000"}) {
    expect_all(parse_position(start));
  }
}

// Sections of more than one value, and mirror images.
TEST(SweptTable, AgreesWithTheOracleOn3x3) {
  const Board board(3, 3);
  const Values value = oracle_values(board);
  std::mt19937_64 random(5);
  for (const EdgeSet start : {EdgeSet{0}, EdgeSet{0x10021}, EdgeSet{0x300c0}}) {
    const auto table = swept({board, start});
    for (int i = 0; i < 20'000; ++i) {
      const EdgeSet drawn = settle(board, (start | random()) & board.all()).quiet;
      ASSERT_EQ(table->quiet_value({board, drawn}), value(drawn)) << Position{board, drawn};
      const Position image = image_of({board, drawn}, images(board)[random() % 8]);
      ASSERT_TRUE(table->covers(image));
      ASSERT_EQ(table->quiet_value(image), value(drawn)) << image;
    }
  }
}

// The first moves of a board that are no mirror images of each other, each with its images.
std::vector<EdgeSet> first_moves(const Board& board) {
  std::vector<EdgeSet> orbits;
  EdgeSet known = 0;
  for (EdgeSet left = board.all(); left != 0; left &= ~known) {
    EdgeSet orbit = 0;
    for (const Image& image : images(board)) {
      orbit |= EdgeSet{image_of({board, left & -left}, image).drawn};
    }
    orbits.push_back(orbit);
    known |= orbit;
  }
  return orbits;
}

// Compares every stored value of a table with a sweep: each position with one of the first moves
// that it contains, by its bits. That of the empty board alone is left out.
void expect_stored_values(const Board& board) {
  const TemporaryFolder folder;
  generate({.board = board, .tables = folder.path()});
  const Table table(folder.path() / folder_name({board, 0}));
  const TableSections sections(table);
  const std::vector<EdgeSet> moves = first_moves(board);
  std::vector<std::shared_ptr<const SweptTable>> sweeps;
  for (const EdgeSet images : moves) sweeps.push_back(swept({board, images & -images}));
  std::atomic<std::uint64_t> compared = 0;
  for (int layer = 1; layer <= table.last_layer(); ++layer) {
    const auto& stored = table.layout(layer).sections();
    in_parallel(stored.size(), threads_for(0), [&](std::size_t number) {
      const StoredSection& section = stored[number];
      const std::vector<std::int8_t> values = sections.section(section.key);
      for (std::uint32_t row = 0; row < values.size() / section.columns; ++row) {
        const std::uint32_t columns = stored_columns(table.space(), section, row);
        for (std::uint32_t column = 0; column < columns; ++column) {
          const Position position = sections.position(section.key, row, column);
          const EdgeSet drawn = position.drawn;
          std::size_t move = (drawn * 0x9e3779b97f4a7c15 >> 32) % moves.size();
          while ((drawn & moves[move]) == 0) move = (move + 1) % moves.size();
          ASSERT_EQ(sweeps[move]->quiet_value(position),
                    values[std::size_t{row} * section.columns + column])
              << position;
        }
        compared += columns;
      }
    });
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_EQ(compared + 1, table.manifest().stored());
}

TEST(SweptTable, HasTheStoredValuesOf3x4) {
  expect_stored_values({3, 4});
}

TEST(SweptTable, LongRunHasTheStoredValuesOf2x6) {
  expect_stored_values({2, 6});
}

TEST(SweptTable, IsKeptUpToALimit) {
  const Position start{Board(3, 3), 0};
  const std::uint64_t bytes = swept(start)->bytes();
  EXPECT_GT(bytes, 10'000U);
  EXPECT_EQ(test::sweep_of(start).run({start.drawn}, {}, bytes - 1).table, nullptr);
  EXPECT_EQ(test::sweep_of(start).run({start.drawn}, {}, bytes - 1).values.at(start.drawn), -3);
  EXPECT_NE(test::sweep_of(start).run({}, {}, bytes).table, nullptr);
}

}  // namespace pipo::swept_table_test
