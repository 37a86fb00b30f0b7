// Compares sweeps of Nimstring with tables of all positions, made from the rules of the game alone.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "generator/plan/memory_budget.hpp"
#include "generator/sweep/nim_values.hpp"
#include "pipopipette/error.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/space/game_values.hpp"
#include "tests/oracle/nim_table.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/solved_board.hpp"

namespace pipo::nim_sweep_test {

SolvedBoard solved_board(const Board& board, EdgeSet start = 0) {
  return SolvedBoard(board, start, TableGame::nimstring);
}

static_assert(kLoony == oracle::kLoonyPosition);

void compare_every_position(const Board& board) {
  const SolvedBoard solved = solved_board(board);
  const oracle::NimTable& flat = oracle::nim_table(board.rows(), board.columns());
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn)
    ASSERT_EQ(solved.value(drawn), flat.value(drawn)) << board.name() << " " << drawn;
}

TEST(NimSweep, EveryPositionEqualsTheOracle) {
  for (const char* name : {"1x1", "1x2", "1x3", "1x4", "1x5", "2x2", "2x3", "3x1", "3x2"}) {
    compare_every_position(Board::parse(name));
  }
}

TEST(NimSweep, LongRunEveryPositionOfLargerBoardsEqualsTheOracle) {
  for (const char* name : {"1x6", "2x4", "3x3"}) compare_every_position(Board::parse(name));
}

TEST(NimSweep, EveryPositionThatContainsAStartEqualsTheOracle) {
  std::mt19937_64 random(5);
  for (const char* name : {"1x5", "2x2", "2x3", "3x2"}) {
    const Board board = Board::parse(name);
    const oracle::NimTable& flat = oracle::nim_table(board.rows(), board.columns());
    for (int round = 0; round < 4; ++round) {
      EdgeSet start = random() & random() & board.all();
      if (round % 2 == 1) start |= image_of_edges(board, {.left_right = true}, start);
      const SolvedBoard solved = solved_board(board, start);
      const EdgeSet open = board.all() & ~start;
      for (EdgeSet more = open;; more = (more - 1) & open) {
        ASSERT_EQ(solved.value(start | more), flat.value(start | more)) << start << " " << more;
        if (more == 0) break;
      }
    }
  }
}

TEST(NimSweep, RandomPositionsOf3x4EqualASearch) {
  if (test::kSanitized) GTEST_SKIP() << "too slow under the sanitizers";
  const Board board(3, 4);
  const SolvedBoard solved = solved_board(board);
  oracle::NimSearch search(3, 4);
  std::mt19937_64 random(34);
  for (int i = 0; i < 400; ++i) {
    EdgeSet drawn = (random() | random()) & board.all();
    while (std::popcount(board.all() & ~drawn) > 11) drawn |= random() & random() & board.all();
    ASSERT_EQ(solved.value(drawn), search.value(drawn)) << drawn;
  }
}

// The only position with one edge of a start whose images all differ, and made-up values after its
// moves: all of 0 to 14, or all of 0 to 15.
TEST(NimSweep, RefusesNimValuesThatAreTooLarge) {
  const StateSpace space(Board(2, 4), EdgeSet{1} << 1);
  const SweepStart start(space, TableGame::nimstring);
  const SectionKey key = space.sections(1).front();
  for (const int values : {15, 16}) {
    LoadedTiles sections(space);
    const TileNumber tile = sections.number({key});
    std::vector<std::vector<std::int8_t>> memory;
    int next = 0;
    for (const SectionKey& later : space.sections(2)) {
      memory.emplace_back(std::size_t{space.rows(later)} * space.columns(later) + kTileSlack);
      for (auto& value : memory.back()) value = static_cast<std::int8_t>(next++ % values);
      next -= static_cast<int>(kTileSlack);
      sections.set(sections.number({later}), memory.back().data());
    }
    ASSERT_GE(next, 16);
    std::vector<std::int8_t> value(1 + kTileSlack);
    sections.set(tile, value.data());
    compute_tiles(start.tables(), sections, {tile}, Targets::fresh, {});
    if (values == 15) {
      finish_tiles(start.tables(), sections, {tile}, {});
      EXPECT_EQ(value.front(), 15);
      EXPECT_EQ(sections.data(tile), value.data());
    } else {
      EXPECT_THROW(finish_tiles(start.tables(), sections, {tile}, {}), BadInput);
      EXPECT_EQ(sections.data(tile), value.data());
    }
  }
}

// Where the first set is full, the second one decides.
TEST(NimSweep, AFullSetHasASecondOne) {
  const StateSpace space(Board(1, 1));
  const SweepStart start(space, TableGame::nimstring);
  LoadedTiles sections(space);
  const TileNumber tile = sections.number({space.sections(space.last_layer()).front()});
  std::vector<std::int8_t> values(1 + kTileSlack);
  sections.set(tile, values.data());
  values.front() = 0x7f;
  finish_tiles(start.tables(), sections, {tile}, {});
  EXPECT_EQ(values.front(), 7);
  values.front() = -1;  // the full board has no moves, so its second set is empty
  finish_tiles(start.tables(), sections, {tile}, {});
  EXPECT_EQ(values.front(), 8);
}

// Second sets have their own memory, in addition to that of the values.
TEST(NimSweep, SecondSetsArePlannedFor) {
  const std::uint64_t have = std::uint64_t{1} << 32;
  for (const Board& board : {Board(2, 2), Board(3, 4), Board(2, 7)}) {
    const StateSpace space(board);
    const LayerCounts total = count_table(space).total();
    const std::uint64_t second = second_set_bytes(space, kUndivided);
    EXPECT_GE(second, tile_sizes(space, kUndivided).largest + kTileSlack);
    const MemoryBudget of_margins(space, total, have);
    const MemoryBudget of_sets(space, total, have, TableGame::nimstring);
    EXPECT_EQ(of_sets.bound().overhead_bytes, of_margins.bound().overhead_bytes + second);
    EXPECT_EQ(of_sets.overhead(SweepStart(space, TableGame::nimstring)),
              of_margins.overhead(SweepStart(space)) + second);
  }
}

}  // namespace pipo::nim_sweep_test
