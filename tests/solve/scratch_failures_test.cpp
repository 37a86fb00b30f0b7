// Sweeps with scratch files that cannot end: a disk that is too small or fills up, no more time, a
// caller who stops. Each is an error and never a value, leaves no file, no open file and no memory,
// and the solver can be used as before.
#include <fmt/core.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/solver.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "tests/solve/sweeps.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/small_disk.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::scratch_failures_test {

class ScratchFailures : public testing::Test {
 protected:
  static constexpr std::uint64_t kMemory = test::kMemoryWithDisk;

  static SolverOptions within(const std::filesystem::path& folder) {
    return {
        .only = Method::sweep, .memory = kMemory, .threads = 2, .remember = 0, .scratch = folder};
  }

  // Returns options with a function that is called once, when a tenth of the values are computed.
  SolverOptions interrupted(const std::filesystem::path& folder, std::function<void()> then) {
    SolverOptions options = within(folder);
    options.planned = [this](const SweepPlan& plan) { plan_ = plan; };
    options.progress = [this, asked = steady_seconds(),
                        then = std::move(then)](const SweepProgress& now) {
      if (now.done * 10 < now.total || std::exchange(interrupted_, true)) return;
      until_interrupted_ = steady_seconds() - asked;
      then();
    };
    return options;
  }

  // Returns options with which the time ends when a tenth of the values are computed. The limit is
  // three times what the previous sweep took until then, so it does not depend on the machine.
  SolverOptions out_of_time() {
    interrupted_ = false;
    const double seconds = std::ceil(std::max(4.0, 3 * until_interrupted_));
    SolverOptions options = interrupted(folder_.path(), [seconds] {
      std::this_thread::sleep_for(std::chrono::duration<double>(seconds + 0.1));
    });
    options.seconds = seconds;
    return options;
  }

  // Returns the message of the error with which a question ends.
  template <typename E>
  std::string message_of(const SolverOptions& options) const {
    try {
      const Solution solution = solver_.solve(position_, options);
      ADD_FAILURE() << "solved: " << solution.answer.value;
    } catch (const E& error) {
      return error.what();
    }
    return {};
  }

  // Checks that nothing is left, and that the solver still finds values.
  void expect_nothing_left(const std::filesystem::path& folder) const {
    EXPECT_TRUE(std::filesystem::is_empty(folder));
    EXPECT_EQ(open_files_in(folder), 0);
    const Solver other{Tables(std::vector<std::filesystem::path>())};
    EXPECT_EQ(values_in(solver_.solve(later_, within(folder))),
              values_in(other.solve(later_, {.only = Method::search})));
  }

  static int open_files_in(const std::filesystem::path& folder) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code closed;
      const auto file = std::filesystem::read_symlink(entry.path(), closed);
      count += file.string().starts_with(folder.string() + "/");
    }
    return count;
  }

  // The edges and values of the moves.
  using Values = std::vector<std::pair<int, int>>;

  static Values values_in(const Solution& solution) {
    Values values;
    for (const MoveValue& move : solution.answer.moves) values.emplace_back(move.edge, move.value);
    return values;
  }

  const Position position_ = test::kSweptOnDisk;
  // The same with more drawn edges, solved at once.
  const Position later_ = parse_position("4x4:1111000010100000001000101001000000011111");
  const Solver solver_{Tables(std::vector<std::filesystem::path>())};
  const TemporaryFolder folder_;
  SweepPlan plan_;
  bool interrupted_ = false;
  double until_interrupted_ = 0;  // seconds
};

TEST_F(ScratchFailures, ADiskThatIsTooSmallIsRefusedBeforeTheSweep) {
  const test::SmallDisk disk("4k");
  if (!disk.mounted()) GTEST_SKIP() << "cannot mount a tmpfs: " << disk.reason();
  SolverOptions options = within(disk.path());
  bool planned = false;
  options.planned = [&](const SweepPlan&) { planned = true; };
  const std::string message = message_of<DiskFull>(options);
  EXPECT_NE(message.find("of scratch files in " + disk.path().string() +
                         ", which has only 4.00 KiB"
                         " free; free some, choose another folder, or allow more memory"),
            std::string::npos)
      << message;
  EXPECT_FALSE(planned);
  const Attempt known = solver_.try_solve(position_, options);
  EXPECT_EQ(known.code, ErrorCode::disk_full);
  EXPECT_FALSE(known.solution);
  expect_nothing_left(disk.path());
}

TEST_F(ScratchFailures, ADiskThatFillsUpEndsTheSweep) {
  const test::SmallDisk disk("64m");
  if (!disk.mounted()) GTEST_SKIP() << "cannot mount a tmpfs: " << disk.reason();
  const std::filesystem::path filler = disk.path() / "filler";
  const SolverOptions options = interrupted(disk.path(), [&] {
    std::ofstream file(filler, std::ios::binary);
    const std::string block(std::size_t{1} << 16, 'x');
    while (file.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) continue;
  });
  const std::string message = message_of<DiskFull>(options);
  EXPECT_TRUE(interrupted_);
  EXPECT_GT(plan_.disk, 0U);
  EXPECT_TRUE(message.starts_with(disk.path().string() + ": cannot be written: No space left"))
      << message;
  EXPECT_NE(message.find("; "), std::string::npos) << message;
  std::filesystem::remove(filler);
  // All of the disk is free again.
  const auto space = std::filesystem::space(disk.path());
  EXPECT_EQ(space.available, space.capacity);
  expect_nothing_left(disk.path());
}

TEST_F(ScratchFailures, TheEndOfTheTimeEndsTheSweep) {
  SolverOptions begun = interrupted(folder_.path(), [] {});
  begun.stopped = [this] { return interrupted_; };
  message_of<Stopped>(begun);
  const SolverOptions options = out_of_time();
  const std::string message = message_of<OutOfTime>(options);
  EXPECT_TRUE(interrupted_) << message;
  EXPECT_NE(message.find(fmt::format("is not solved in the {} allowed; a sweep gives no result "
                                     "before its end; allow more time",
                                     human_seconds(options.seconds))),
            std::string::npos)
      << message;
  expect_nothing_left(folder_.path());
}

TEST_F(ScratchFailures, AStopEndsTheSweep) {
  SolverOptions options = interrupted(folder_.path(), [] {});
  options.stopped = [this] { return interrupted_; };
  EXPECT_NE(message_of<Stopped>(options), "");
  EXPECT_TRUE(interrupted_);
  expect_nothing_left(folder_.path());
}

TEST_F(ScratchFailures, ACallersExceptionEndsTheSweep) {
  struct Mine {};
  const SolverOptions options = interrupted(folder_.path(), [] { throw Mine(); });
  EXPECT_THROW(solver_.solve(position_, options), Mine);
  expect_nothing_left(folder_.path());
}

// Bytes of this process in memory.
std::uint64_t resident() {
  std::ifstream status("/proc/self/statm");
  std::uint64_t pages = 0;
  status >> pages >> pages;
  return pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

TEST_F(ScratchFailures, TheMemoryIsFreed) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers keep freed memory for a while";
  const SolverOptions options = interrupted(folder_.path(), [] {});
  solver_.solve(position_, options);
  const std::uint64_t before = resident();
  for (int i = 0; i < 4; ++i) {
    interrupted_ = false;
    SolverOptions stopped = options;
    stopped.stopped = [this] { return interrupted_; };
    EXPECT_NE(message_of<Stopped>(stopped), "");
  }
  EXPECT_LT(resident(), before + plan_.memory);
}

// A search for bounds uses scratch files, too, for the position itself and for later ones.
TEST_F(ScratchFailures, BoundUsesScratchFiles) {
  SolverOptions options = interrupted(folder_.path(), [] {});
  options.only = {};
  options.memory = kMemory / 15 * 16;  // a sixteenth is for the search
  const ValueBounds found = solver_.bound(position_, {-16, 16}, options);
  EXPECT_EQ(found.method, Method::sweep);
  EXPECT_GT(plan_.disk, 0U);
  EXPECT_EQ(found.looked_at, plan_.values);
  EXPECT_EQ(found.bounds, Bounds::only(solver_.solve(position_, {.remember = 0}).answer.value));
  // The time limit stops it as it stops a search, and it claims only the values it has computed.
  SolverOptions late = out_of_time();
  late.only = {};
  late.memory = options.memory;
  const Solver other{Tables(std::vector<std::filesystem::path>())};
  const ValueBounds cut_short = other.bound(position_, {-16, 16}, late);
  EXPECT_FALSE(cut_short.in_time);
  EXPECT_GT(cut_short.looked_at, 0U);
  EXPECT_LT(cut_short.looked_at, plan_.values);
  expect_nothing_left(folder_.path());
}

}  // namespace pipo::scratch_failures_test
