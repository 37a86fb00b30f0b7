// Sweeps with scratch files: the same values as in memory, and errors of the disk.
#include "solve/scratch_sections.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <initializer_list>
#include <set>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/solver.hpp"
#include "probe/board/settle.hpp"
#include "search/answer.hpp"
#include "solve/start_sweep.hpp"
#include "tests/solve/sweeps.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::scratch_sections_test {

// So little memory that a sweep reads back as much as possible.
constexpr std::uint64_t kLeast = 1;

const Position kLargest = parse_position("4x4:1001000000100010000110000000000000001000");

void expect_values_of_a_sweep_in_memory(std::initializer_list<const char*> starts) {
  const TemporaryFolder folder;
  int read_back = 0;
  for (const char* const text : starts) {
    const Position start = parse_position(text);
    const std::vector<EdgeSet> quiet = required_positions(start);
    const Swept in_memory = test::sweep_of(start).run(quiet, {}, std::uint64_t{1} << 40);
    for (SweepCut cut : sweep_cuts(start)) {
      cut.merge = !cut.image.top_bottom;
      StartSweep sweep(start, 0, cut, kLeast);
      read_back += sweep.plan().read_back > 0;
      const Swept swept = sweep.run(quiet, {}, std::uint64_t{1} << 40, folder.path());
      EXPECT_EQ(swept.values, in_memory.values) << start;
      // Every value, not only those of the moves.
      ASSERT_TRUE(swept.table && in_memory.table);
      EdgeSet drawn = start.drawn;
      for (int i = 0; i < 2000; ++i) {
        drawn = ((drawn | ~start.board.all()) + 1) & start.board.all();
        drawn |= start.drawn;
        if (!is_quiet(start.board, drawn)) continue;
        const Position position{start.board, drawn};
        ASSERT_EQ(swept.table->quiet_value(position), in_memory.table->quiet_value(position))
            << position;
      }
    }
  }
  EXPECT_GT(read_back, 5);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(ScratchSweep, HasTheValuesOfASweepInMemory) {
  expect_values_of_a_sweep_in_memory(
      {"3x3:010000000010000010010000", "3x3:100010000110000001010000",
       "3x4:1000000001000010000000000000010", "5x2:000100000000000000000010000"});
}

TEST(ScratchSweep, LongRunHasTheValuesOfALargerSweepInMemory) {
  expect_values_of_a_sweep_in_memory(
      {"3x3:000000000000000000000000", "3x3:100000000100000000000000",
       "3x4:1000000000000000000000000000010", "5x2:000100000000000000000010000",
       "4x4:1001000000100010000110000000000000001000"});
}

TEST(ScratchSweep, ThePlanSaysWhatItReadsBack) {
  const Position start = kLargest;
  const SweepPlan in_memory = test::sweep_of(start).plan();
  EXPECT_EQ(in_memory.disk, 0U);
  EXPECT_EQ(in_memory.read_back, 0U);
  const SweepPlan plan = StartSweep(start, 0, sweep_cuts(start).front(), kLeast).plan();
  EXPECT_GT(plan.disk, 0U);
  EXPECT_GT(plan.read_back, 0U);
  EXPECT_GT(plan.seconds, in_memory.seconds);
  EXPECT_EQ(plan.values, in_memory.values);
}

// A sweep that keeps to its memory, requested as users do.
TEST(ScratchSweep, SolvesWithinTheMemory) {
  const TemporaryFolder folder;
  const Solver solver{Tables(std::vector<std::filesystem::path>())};
  const Position position = test::kSweptOnDisk;
  constexpr std::uint64_t kMemory = test::kMemoryWithDisk;
  const Solution expected = solver.solve(position, {.remember = 0});
  EXPECT_THROW(solver.solve(position, {.memory = kMemory, .threads = 2, .remember = 0}),
               OutOfMemory);
  std::uint64_t disk = 0;
  const SolverOptions limits{.memory = kMemory,
                             .threads = 2,
                             .remember = 0,
                             .scratch = folder.path(),
                             .planned = [&](const SweepPlan& plan) { disk = plan.disk; }};
  const Solution solution = solver.solve(position, limits);
  EXPECT_EQ(solution.answer.value, expected.answer.value);
  EXPECT_EQ(solution.answer.best, expected.answer.best);
  EXPECT_GT(disk, 0U);
  const FoundInBatch found = [&](std::size_t, const Attempt& known) {
    ASSERT_TRUE(known.solution) << known.why_not;
    EXPECT_EQ(known.solution->answer.value, expected.answer.value);
  };
  solver.solve_all(std::span(&position, 1), found, limits);
  SolverOptions nowhere = limits;
  nowhere.scratch = folder.path() / "none";
  EXPECT_THROW(solver.solve(position, nowhere), CannotWrite);
}

// In so little memory, only a slow cut fits without files. With files a quicker one does, and the
// time is checked against that one.
TEST(ScratchSweep, LongRunIsCheckedAgainstTheTimeOfItsOwnCut) {
  const TemporaryFolder folder;
  const Board board(5, 5);
  EdgeSet drawn = 0;
  for (const int i : {0, 2, 4}) drawn |= EdgeSet{1} << board.horizontal(2, i);
  for (int c = 0; c < 5; ++c) drawn |= EdgeSet{1} << board.horizontal(0, c);
  for (int r = 0; r < 2; ++r) drawn |= EdgeSet{1} << board.vertical(r, 0);
  const Position position{board, drawn};
  const SweepSize quick = size_of_sweep(position);
  const std::uint64_t memory = quick.memory / 10 * 7;
  const SweepSize in_memory = size_of_sweep(position, memory);
  const double seconds = in_memory.seconds - 1;
  // Choosing the cuts takes a part of the time, much of it on a busy machine.
  ASSERT_GT(seconds, quick.seconds + 120);
  SolverOptions options{
      .memory = memory, .seconds = seconds, .threads = 1, .scratch = folder.path()};
  SweepPlan planned;
  options.planned = [&](const SweepPlan& plan) {
    planned = plan;
    throw Stopped("the plan is enough");
  };
  const Solver solver{Tables(std::vector<std::filesystem::path>())};
  EXPECT_THROW(solver.solve(position, options), Stopped);
  EXPECT_GT(planned.disk, 0U);
  EXPECT_LT(planned.seconds, seconds);
  options.scratch.clear();
  EXPECT_THROW(solver.solve(position, options), OutOfResources);
  options.scratch = folder.path();
  options.seconds = quick.seconds / 2;
  EXPECT_THROW(solver.solve(position, options), OutOfResources);
}

// The sections that a schedule with the least memory reads back.
class ScratchFile : public testing::Test {
 protected:
  ScratchFile() {
    for (std::size_t i = 0; i < schedule_.steps.size(); ++i) {
      const ScheduledStep step = schedule_.steps[i];
      for (const TileNumber section : step.loads) keys_.push_back(numbers_.key(section).section);
    }
  }

  // Different numbers of the right parity.
  std::vector<std::int8_t> values_of(const SectionKey& key) const {
    const Parities parities(space_);
    std::vector<std::int8_t> values;
    for (std::uint32_t row = 0; row < space_.rows(key); ++row) {
      for (std::uint32_t column = 0; column < space_.columns(key); ++column) {
        const int parity =
            parities.section(key) ^ parities.rows(key)[row] ^ parities.columns(key)[column];
        const int number = static_cast<int>((7 * row + 3 * column) % 9) - 4;
        values.push_back(static_cast<std::int8_t>(2 * number + parity));
      }
    }
    return values;
  }

  void write(ScratchSections& scratch, const SectionKey& key) const {
    const std::vector<std::int8_t> values = values_of(key);
    scratch.write(std::vector{SectionRows(space_, key, values.data())});
  }

  TemporaryFolder folder_;
  const Position start_ = parse_position("4x4:0101000000000000100000111110000000000100");
  const StateSpace space_{sweep_cuts(start_).front().cut};
  const SweepStart tables_{space_};
  const Tiling numbers_{space_};
  const Schedule schedule_ = make_schedule(
      tables_.tables(), std::vector<bool>(static_cast<std::size_t>(space_.last_layer()) + 1, true),
      least_budget(space_));
  std::vector<SectionKey> keys_;
};

TEST_F(ScratchFile, ReturnsWhatWasWrittenAndUsesItsRoomAgain) {
  ASSERT_GT(keys_.size(), 10U);
  ScratchSections scratch(folder_.path(), space_, schedule_, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
  std::set<std::uint64_t> written;
  for (const SectionKey& key : keys_) {
    if (written.insert(numbers_.number({key})).second) write(scratch, key);
    std::vector<std::int8_t> read(whole(space_, key).values());
    scratch.read(key, read.data());
    ASSERT_EQ(read, values_of(key));
  }
  // At the end all of the space is free, in one piece.
  ScratchSections other(folder_.path(), space_, schedule_, 0);
  std::uint64_t all = 0;
  for (const std::uint64_t number : written) {
    const std::uint64_t before = other.bytes();
    write(other, numbers_.key(static_cast<TileNumber>(number)).section);
    all += other.bytes() - before;
  }
  EXPECT_LT(scratch.bytes(), 3 * all / 4);
}

TEST_F(ScratchFile, NoticesADiskThatReturnsOtherBytes) {
  const SectionKey key = keys_.front();
  for (const std::uint64_t offset : {0, 9, 17, 20}) {
    ScratchSections scratch(folder_.path(), space_, schedule_, 0);
    write(scratch, key);
    char byte = 0;
    const auto at = static_cast<off_t>(offset);
    ASSERT_EQ(::pread(scratch.file().get(), &byte, 1, at), 1);
    byte = static_cast<char>(byte ^ 4);
    ASSERT_EQ(::pwrite(scratch.file().get(), &byte, 1, at), 1);
    std::vector<std::int8_t> read(whole(space_, key).values());
    EXPECT_THROW(scratch.read(key, read.data()), CannotWrite) << offset;
  }
}

TEST_F(ScratchFile, NoticesALostWrite) {
  ScratchSections scratch(folder_.path(), space_, schedule_, 0);
  write(scratch, keys_.front());
  ASSERT_EQ(::ftruncate(scratch.file().get(), 10), 0);
  std::vector<std::int8_t> read(whole(space_, keys_.front()).values());
  EXPECT_THROW(scratch.read(keys_.front(), read.data()), CannotWrite);
}

TEST_F(ScratchFile, NeedsAFolder) {
  EXPECT_THROW(ScratchSections(folder_.path() / "none", space_, schedule_, 0), CannotWrite);
}

}  // namespace pipo::scratch_sections_test
