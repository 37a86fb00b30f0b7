// Compares the counts with the values of all positions, found by the rules alone.
#include "verify/position_counts.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <tuple>

#include "pipopipette/error.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"
#include "tests/oracle/rules.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/small_tables.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/thinned_table.hpp"
#include "tests/verify/generated.hpp"

namespace pipo::test::position_counts_test {

// Settles every position, and compares the ways by their quiet positions.
TEST(SettlingWays, AreThoseOfAllPositions) {
  using Way = std::tuple<int, int, int>;  // edges, captured, handout
  for (const Position& start :
       {Position{Board(2, 3), 0}, Position{Board(3, 2), 0}, Position{Board(1, 6), 0},
        Position{Board(2, 4), 0b11}, Position{Board(3, 3), 0b111 << 9 | 1}}) {
    const Board& board = start.board;
    std::map<EdgeSet, std::map<Way, std::uint64_t>> found;
    for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
      if ((drawn & start.drawn) != start.drawn) continue;
      const Settlement settled = settle(board, drawn);
      ++found[settled.quiet][{std::popcount(settled.quiet & ~drawn), settled.captured,
                              static_cast<int>(settled.handout)}];
    }
    std::map<BoxSet, std::map<Way, std::uint64_t>> by_boxes;
    for (const auto& [quiet, expected] : found) {
      auto& ways = by_boxes[complete_boxes(board, quiet)];
      if (ways.empty()) {
        for (const SettlingWays& way :
             settling_ways(board, start.drawn, complete_boxes(board, quiet))) {
          ways[{way.edges, way.captured, static_cast<int>(way.handout)}] += way.ways;
        }
      }
      ASSERT_EQ(ways, expected) << board.name() << " " << quiet;
    }
  }
}

// Counts all positions that contain the start one by one.
std::vector<Histogram> counted(const TableIdentity& table) {
  const Values value = oracle_values(table.board);
  std::vector<Histogram> layers(
      static_cast<std::size_t>(table.board.edges() - std::popcount(table.start) + 1));
  for (EdgeSet drawn = 0; drawn <= table.board.all(); ++drawn) {
    if ((drawn & table.start) != table.start) continue;
    const auto layer = static_cast<std::size_t>(std::popcount(drawn) - std::popcount(table.start));
    ++layers[layer][value(drawn)];
  }
  return layers;
}

void expect_counts_of_all_positions(const std::vector<TableIdentity>& tables) {
  for (const TableIdentity& table : tables) {
    const TemporaryFolder folder;
    const Table made(
        generated(folder.path(), {.board = table.board, .start = table.start, .tables = {}}));
    const TableSections sections(made);
    const Tables values = Tables::only(made.folder());
    std::uint64_t done = 0;
    const auto counts = count_positions(
        {sections, values}, [&](const std::string&, std::uint64_t so_far, std::uint64_t total) {
          EXPECT_LE(so_far, total);
          done = so_far;
        });
    EXPECT_EQ(done, made.manifest().stored());
    EXPECT_EQ(counts, counted(table)) << folder_name(table);
  }
}

TEST(PositionCounts, AreThoseOfAllPositions) {
  std::vector<TableIdentity> tables;
  for (const char* board : {"1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "2x3"}) {
    tables.push_back({Board::parse(board), 0});
  }
  for (const char* name : {"2x2", "2x3", "1x4"}) {
    const Board board = Board::parse(name);
    tables.push_back(table_identity(board, swedish_start(board)));
    tables.push_back(table_identity(board, icelandic_start(board)));
    tables.push_back(table_identity(board, 1));
    tables.push_back(table_identity(board, 0b1101));
  }
  expect_counts_of_all_positions(tables);
}

TEST(PositionCounts, LongRunAreThoseOfAllPositionsOfLargerBoards) {
  expect_counts_of_all_positions({{Board(1, 6), 0}, {Board(2, 4), 0}, {Board(3, 3), 0}});
}

// Omitted layers are computed, also those that probes do not compute.
void expect_counts_without_some_layers(const char* name) {
  const TableIdentity table{Board::parse(name), 0};
  const std::vector<Histogram> expected = counted(table);
  for (const char* which : {"even", "every 3", "0-4"}) {
    const TemporaryFolder folder;
    const Table thinned(
        write_thinned(small_tables() / name, folder.path(), KeptLayers::parse(which, table)));
    const TableSections sections(thinned);
    const Tables values = Tables::only(thinned.folder());
    EXPECT_EQ(count_positions({sections, values}), expected) << name << " " << which;
  }
}

TEST(PositionCounts, OfATableThatOmitsLayers) {
  expect_counts_without_some_layers("2x3");
}

TEST(PositionCounts, LongRunOfATableOf3x3ThatOmitsLayers) {
  expect_counts_without_some_layers("3x3");
}

}  // namespace pipo::test::position_counts_test
