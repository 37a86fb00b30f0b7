// Searches that take values of later positions from tables and sweeps.
#include "solve/bound.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "parallel/threads.hpp"
#include "pipopipette/notation.hpp"
#include "solve/start_sweep.hpp"
#include "tests/solve/sweeps.hpp"
#include "tests/support/board_support.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::bound_test {

// A search with too little memory for sweeps finds the value by tables or by what is remembered.
void expect_helped(const Position& position, int value, const Tables& tables,
                   SolverState& remembered) {
  const SolverOptions options{.memory = 13'000'000};
  const ValueBounds found = bound_small_board(position, {-8, 8}, tables, remembered, options, 8);
  EXPECT_EQ(found.bounds, Bounds::only(value));
  EXPECT_EQ(found.method, Method::search);
  EXPECT_GT(found.helped, 0U);
}

void expect_use_of_tables_of_starts(int positions) {
  const Board board(2, 4);
  const Values value = oracle_values(board);
  const TemporaryFolder folder;
  write_table(folder.path(), {board, EdgeSet{1} << 3}, value);
  const Tables tables({folder.path()});
  std::mt19937_64 random(1);
  for (int i = 0; i < positions; ++i) {
    const EdgeSet drawn = EdgeSet{1} << (4 + random() % 4);
    SolverState remembered;
    expect_helped({board, drawn}, value(drawn), tables, remembered);
  }
}

TEST(Bound, UsesTablesOfStarts) {
  expect_use_of_tables_of_starts(4);
}

TEST(Bound, LongRunUsesTablesOfStartsForMorePositions) {
  expect_use_of_tables_of_starts(20);
}

TEST(Bound, UsesSweepsThatFit) {
  const Tables no_tables(std::vector<std::filesystem::path>{});
  const Position position{Board(3, 4), 0};
  SolverState remembered;
  const ValueBounds all = bound_small_board(position, {-12, 12}, no_tables, remembered, {}, 20);
  EXPECT_EQ(all.method, Method::sweep);
  EXPECT_EQ(all.bounds, Bounds::only(0));  // Wilson
  EXPECT_TRUE(all.move);
  SolverState others;  // those of the sweep above answer at once
  SolverOptions options;
  // Each thread needs memory as well.
  const ValueBounds parts = with_threads(2, [&] {
    options.memory = test::sweep_of(position).plan().memory - 1;
    return bound_small_board(position, {-12, 12}, no_tables, others, options, 20);
  });
  EXPECT_EQ(parts.method, Method::search);
  EXPECT_EQ(parts.bounds, all.bounds);
  EXPECT_GT(parts.helped, 1U);
  EXPECT_LT(parts.looked_at, 10'000U);
}

TEST(Bound, RemembersItsSweeps) {
  const Tables no_tables(std::vector<std::filesystem::path>{});
  const Position position{Board(3, 4), 0};
  SolverState remembered;
  SolverOptions options;
  options.memory = 2 * size_of_sweep(position).memory;
  const ValueBounds first =
      bound_small_board(position, {-12, 12}, no_tables, remembered, options, 20);
  EXPECT_GT(first.looked_at, 0U);
  EXPECT_GT(remembered.bytes(), 0U);
  const ValueBounds again =
      bound_small_board(position, {-12, 12}, no_tables, remembered, options, 20);
  EXPECT_EQ(again.method, Method::sweep);
  EXPECT_EQ(again.looked_at, 0U);
  EXPECT_EQ(again.bounds, first.bounds);
  EXPECT_EQ(again.move, first.move);
}

void expect_use_of_what_is_remembered(int positions) {
  const Board board(2, 4);
  const Values value = oracle_values(board);
  const Tables no_tables(std::vector<std::filesystem::path>{});
  SolverState remembered;
  remembered.keep(test::sweep_of({board, EdgeSet{1} << 3}).run({}, {}, 1 << 30).table, 1 << 30);
  ASSERT_GT(remembered.bytes(), 0U);
  std::mt19937_64 random(1);
  for (int i = 0; i < positions; ++i) {
    const EdgeSet drawn = EdgeSet{1} << (4 + random() % 4);
    expect_helped({board, drawn}, value(drawn), no_tables, remembered);
  }
}

TEST(Bound, UsesWhatIsRemembered) {
  expect_use_of_what_is_remembered(4);
}

TEST(Bound, LongRunUsesWhatIsRememberedForMorePositions) {
  expect_use_of_what_is_remembered(20);
}

// The search keeps the tables of its sweeps while it runs later ones.
TEST(Bound, KeepsWhatItSweepsWithinItsMemory) {
  const Tables no_tables(std::vector<std::filesystem::path>{});
  const Position position{Board(3, 4), 0};
  SolverState remembered;
  SolverOptions options{.threads = 1};
  options.memory = with_threads(1, [&] { return test::sweep_of(position).plan().memory; });
  const ValueBounds found = bound_small_board(position, {0, 0}, no_tables, remembered, options, 20);
  EXPECT_EQ(found.method, Method::search);
  EXPECT_GT(found.helped, 1U);
  EXPECT_GT(remembered.bytes(), 0U);
  EXPECT_LT(remembered.bytes(), options.memory / 2);
}

// The search gets a sixteenth of the memory.
TEST(Bound, ASweepLeavesTheSearchItsMemory) {
  const Tables no_tables(std::vector<std::filesystem::path>{});
  const Position position{Board(3, 3), 0};
  const std::uint64_t needed = test::sweep_of(position).plan().memory;
  const auto method = [&](std::uint64_t memory) {
    SolverState remembered;
    return bound_small_board(position, {0, 0}, no_tables, remembered, {.memory = memory}, 10)
        .method;
  };
  EXPECT_EQ(method(needed), Method::search);
  EXPECT_EQ(method(needed + needed / 20), Method::search);
  EXPECT_EQ(method(needed + needed / 15 + 1), Method::sweep);
}

}  // namespace pipo::bound_test
