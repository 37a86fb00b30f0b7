// Games that are too large to solve.
#include "solve/game_values.hpp"

#include <gtest/gtest.h>

#include "parallel/threads.hpp"
#include "solve/start_sweep.hpp"

namespace pipo::game_values_test {

TEST(GameValues, ATooLargeSweepReportsTheTimeOfOneProcessor) {
  const Position position{Board(4, 4), 0x421084210};
  const SweepSize size = size_of_sweep(position);
  const std::uint64_t needed = with_threads(1, [&] { return StartSweep(position).plan().memory; });
  const Tables none(std::vector<std::filesystem::path>{});
  for (const int threads : {1, 4}) {
    const GameValues found = values_of_game(position.board, {position.drawn}, none,
                                            {.memory = needed - 1, .threads = threads});
    ASSERT_TRUE(found.too_large);
    // A plan adds a few hundredths of a second to start each thread.
    EXPECT_NEAR(found.too_large->seconds, size.seconds, 0.021 * threads);
    EXPECT_GE(found.too_large->memory, needed);
  }
}

}  // namespace pipo::game_values_test
