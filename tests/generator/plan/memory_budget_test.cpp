// Counting promises nothing that a start or its schedule does not keep.
#include "generator/plan/memory_budget.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace pipo::memory_budget_test {

// The values of 3x5 take more than 100 MB together, so sections are read back.
TEST(MemoryBudget, CountingBoundsTheStartAndTheSchedule) {
  for (const auto& [board, bytes] : {std::pair(Board(3, 4), std::uint64_t{1'000'000'000}),
                                     std::pair(Board(3, 5), std::uint64_t{100'000'000})}) {
    const StateSpace space(board);
    const MemoryBudget budget(space, count_table(space).total(), bytes);
    const MemoryPlan bound = budget.bound();
    const SweepStart start(space, TableGame::dots_and_boxes, {}, budget.part_size());
    const MemoryPlan exact = budget.exact(start);
    EXPECT_EQ(exact.part_size, bound.part_size);
    EXPECT_LT(exact.overhead_bytes, bound.overhead_bytes);
    EXPECT_EQ(exact.all_in_memory, board == Board(3, 4));
    const Schedule schedule = budget.schedule(start, all_layers(space), {});
    EXPECT_EQ(schedule.read_back == 0, exact.all_in_memory);
    EXPECT_LE(exact.overhead_bytes + schedule.peak_bytes, bytes);
  }
}

}  // namespace pipo::memory_budget_test
