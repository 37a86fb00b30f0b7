// Compares plans with the tables that they describe.
#include "generator/plan/table_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "generator/plan/cost_model.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/start.hpp"
#include "probe/file/layer_layout.hpp"

namespace pipo::table_plan_test {

// Counting agrees with listing, layer by layer.
TEST(TableCounts, StoredValuesAreThoseOfTheLayout) {
  for (const char* name : {"1x1", "1x4", "1x7", "2x2", "2x3", "2x4", "2x5", "3x3", "3x4", "4x4"}) {
    for (const char* start : {"american", "swedish", "icelandic"}) {
      const Board board = Board::parse(name);
      const StateSpace space(board, parse_start(board, start));
      for (const LayerCounts& counts : count_table(space).layers) {
        const LayerLayout layout(space, counts.layer);
        ASSERT_EQ(counts.stored, layout.entries()) << name << " " << start << " " << counts.layer;
        ASSERT_EQ(counts.blocks, layout.blocks()) << name << " " << start << " " << counts.layer;
        ASSERT_EQ(counts.values, space.section_values(counts.layer));
      }
    }
  }
}

// The test counts quiet positions with merged outer edges one by one.
TEST(TableCounts, QuietPositionsAreThoseOfTheBoard) {
  const Board board(2, 3);
  const StateSpace space(board);
  const Cut& cut = space.cut();
  std::vector<std::uint64_t> quiet(board.edges() + 1);
  for (EdgeSet drawn = 0; drawn <= board.all(); ++drawn) {
    const Parts parts = cut.split(cut.turn(board, drawn));
    const bool listed =
        cut.seam_allowed(parts.seam) &&
        space.half(Side::lower).contains(cut.border(parts.seam, Side::lower), parts.lower) &&
        space.half(Side::upper).contains(cut.border(parts.seam, Side::upper), parts.upper);
    quiet[std::popcount(drawn)] += listed;
    if (listed) {
      ASSERT_TRUE(is_quiet(board, drawn));
    }
  }
  for (const LayerCounts& counts : count_table(space).layers)
    EXPECT_EQ(counts.quiet, quiet[counts.layer]);
}

// These boards are too large to list. The counts are those of docs/results.md.
TEST(TableCounts, LargeBoardsAreCountedWithoutListing) {
  const auto quiet = [](int rows, int columns) {
    return static_cast<double>(count_table(StateSpace(Board(rows, columns))).total().quiet);
  };
  EXPECT_NEAR(quiet(4, 4) / 6.07e9, 1, 0.01);
  EXPECT_NEAR(quiet(3, 6) / 1.18e11, 1, 0.01);
  EXPECT_NEAR(quiet(2, 9) / 4.53e11, 1, 0.01);
  EXPECT_NEAR(quiet(4, 5) / 1.17e12, 1, 0.01);
  EXPECT_NEAR(quiet(5, 5) / 7.11e14, 1, 0.01);
}

// Either of the two may come first.
TEST(TablePlan, FindsTheTwoLargestLayers) {
  for (const Board& board : {Board(1, 7), Board(2, 4), Board(3, 3)}) {
    const TablePlan plan = plan_table(table_identity(board), 0, 1);
    std::vector<std::uint64_t> values;
    for (const LayerCounts& layer : plan.counts.layers) values.push_back(layer.values);
    std::sort(values.rbegin(), values.rend());
    EXPECT_EQ(plan.two_largest_layers, values[0] + values[1]) << board.name();
  }
}

TEST(TablePlan, LessMemoryNeverMakesAPlanCheaper) {
  const TableIdentity table = table_identity(Board(3, 5));
  double before = 0;
  for (const std::uint64_t megabytes : {1000, 300, 100}) {
    const TablePlan plan = plan_table(table, megabytes * 1'000'000, 2);
    EXPECT_TRUE(plan.fits_memory());
    EXPECT_GE(plan.read_back, before) << megabytes;
    before = plan.read_back;
  }
  EXPECT_GT(before, 0);
  EXPECT_FALSE(plan_table(table, 1'000'000, 2).fits_memory());
}

// A plan may be for another machine. oneTBB warns on standard error if more threads than cores are
// requested in the wrong way.
TEST(TablePlan, MoreThreadsThanCoresCauseNoWarning) {
  testing::internal::CaptureStderr();
  plan_table(table_identity(Board(3, 3)), 0,
             2 * static_cast<int>(std::thread::hardware_concurrency()));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace pipo::table_plan_test
