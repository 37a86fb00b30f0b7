// Predictions of the disk space of a table.
#include "generator/plan/table_counts.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "generator/plan/cost_model.hpp"
#include "generator/run/generate.hpp"
#include "pipopipette/error.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::disk_plan_test {

TEST(DiskPlan, RefusesFilesThatCertainlyDoNotFit) {
  const TemporaryFolder folder;
  const std::uint64_t free = free_disk(folder.path());
  EXPECT_GT(free, 0U);
  EXPECT_NO_THROW(require_disk(folder.path(), {free / 2}));
  EXPECT_NO_THROW(require_disk(folder.path(), {}));
  try {
    require_disk(folder.path() / "3x4", {free, free / 2, free});
    ADD_FAILURE() << "not refused";
  } catch (const DiskFull& error) {
    const std::string said = error.what();
    EXPECT_NE(said.find("3x4: "), std::string::npos) << said;
  }
}

TEST(DiskPlan, FreeDiskOfAMissingFolderIsThatOfItsParent) {
  const TemporaryFolder folder;
  const std::uint64_t there = free_disk(folder.path());
  const std::uint64_t to_be = free_disk(folder.path() / "a" / "b" / "c");
  EXPECT_LT(there > to_be ? there - to_be : to_be - there, std::uint64_t{1} << 30);
}

// The estimates are by layer. Their sum is close to the size of the files; `plan` prints it.
TEST(DiskPlan, ExpectedBytesAreCloseToTheFiles) {
  const TemporaryFolder folder;
  const GenerateResult made = generate({.board = Board(3, 4), .tables = folder.path()});
  const StateSpace space(Board(3, 4));
  const auto expected = expected_layer_bytes(space.cut(), count_table(space));
  ASSERT_EQ(expected.size(), made.manifest.layers.size());
  const auto total =
      static_cast<double>(std::accumulate(expected.begin(), expected.end(), std::uint64_t{0}));
  EXPECT_NEAR(total / static_cast<double>(made.manifest.bytes()), 1, 0.2);
}

// A table that would fit is never refused. If few edges are drawn at the start, estimates are too
// large by half.
TEST(DiskPlan, FilesTakeAtLeastTheLowerBound) {
  const TemporaryFolder folder;
  for (const char* name : {"2x3", "1x5", "3x3", "2x6", "3x3-0x1", "2x6-0x1", "2x5-0x1", "3x4-0x1",
                           "3x4-icelandic", "3x5-swedish", "4x4-swedish"}) {
    const TableIdentity table = table_of_folder(name).value();
    const GenerateResult made =
        generate({.board = table.board, .start = table.start, .tables = folder.path()});
    const StateSpace space(table.board, table.start);
    const auto least = least_layer_bytes(space.cut(), count_table(space));
    EXPECT_LE(std::accumulate(least.begin(), least.end(), std::uint64_t{0}), made.manifest.bytes())
        << name;
  }
}

// The lower bound is four fifths of the estimate without a start. With a start, it is three fifths
// of the estimate without the extra share of a start.
TEST(DiskPlan, TheLowerBoundIsAPartOfTheEstimate) {
  for (const char* name : {"3x4", "3x4-icelandic"}) {
    const TableIdentity table = table_of_folder(name).value();
    const StateSpace space(table.board, table.start);
    const TableCounts counts = count_table(space);
    const auto expected = expected_layer_bytes(space.cut(), counts);
    const auto least = least_layer_bytes(space.cut(), counts);
    ASSERT_EQ(least.size(), expected.size());
    for (std::size_t i = 0; i < least.size(); ++i) {
      const auto fixed = static_cast<double>(measured::kBytesALayer +
                                             counts.layers[i].blocks * measured::kBytesABlock);
      const double values = static_cast<double>(expected[i]) - fixed;
      const double estimate =
          table.start == 0 ? 0.8 * (fixed + values) : 0.6 * (fixed + values / measured::kStartBits);
      EXPECT_NEAR(static_cast<double>(least[i]), estimate, 2) << name << " " << i;
    }
  }
}

}  // namespace pipo::disk_plan_test
