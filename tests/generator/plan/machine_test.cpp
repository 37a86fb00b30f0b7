// Limits of control groups, in made-up trees of /proc and of the mount points.
#include "generator/plan/machine.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>

#include "generator/plan/memory_budget.hpp"
#include "parallel/threads.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::control_group_test {

using test::overwrite;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

std::string mib(std::uint64_t count) {
  return std::to_string(count * kMiB) + "\n";
}

class ControlGroup : public testing::Test {
 protected:
  void write(const std::string& path, const std::string& text) const {
    const std::filesystem::path file = root_.path() / path;
    std::filesystem::create_directories(file.parent_path());
    overwrite(file, text);
  }
  void group(const std::string& text) const { write("proc/self/cgroup", text); }
  void mounts(const std::string& text) const { write("proc/self/mountinfo", text); }

  // Writes a hierarchy at /sys/fs/cgroup, with the process in its group /a/b.
  void hierarchy() const {
    group("0::/a/b\n");
    mounts(
        "21 20 8:1 / / rw,relatime - ext4 /dev/sda1 rw\n"
        "30 21 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n");
  }
  std::optional<std::uint64_t> left() const { return control_group_left(root_.path()); }

  const TemporaryFolder root_;
};

TEST_F(ControlGroup, MissingFilesAreNoLimit) {
  EXPECT_EQ(left(), std::nullopt);
  hierarchy();
  EXPECT_EQ(left(), std::nullopt);
  write("sys/fs/cgroup/a/b/memory.max", "max\n");
  write("sys/fs/cgroup/a/b/memory.current", mib(10));
  EXPECT_EQ(left(), std::nullopt);
}

TEST_F(ControlGroup, TheSmallestLimitOfAllLevelsCounts) {
  hierarchy();
  write("sys/fs/cgroup/a/b/memory.max", mib(300));
  EXPECT_EQ(left(), 300 * kMiB);
  write("sys/fs/cgroup/a/memory.max", mib(200));
  EXPECT_EQ(left(), 200 * kMiB);
  write("sys/fs/cgroup/memory.max", mib(100));
  EXPECT_EQ(left(), 100 * kMiB);
  write("sys/fs/cgroup/a/b/memory.max", mib(50));
  EXPECT_EQ(left(), 50 * kMiB);
  write("sys/fs/cgroup/c/memory.max", mib(1));  // another group's
  EXPECT_EQ(left(), 50 * kMiB);
}

TEST_F(ControlGroup, FilePagesDoNotCountAsUsed) {
  hierarchy();
  write("sys/fs/cgroup/a/memory.max", mib(200));
  write("sys/fs/cgroup/a/memory.current", mib(150));
  EXPECT_EQ(left(), 50 * kMiB);
  write("sys/fs/cgroup/a/memory.stat",
        "anon 12345\nfile 7\ninactive_anon 5\nactive_anon 9\ninactive_file " + mib(60) +
            "active_file " + mib(30));
  EXPECT_EQ(left(), 140 * kMiB);
  write("sys/fs/cgroup/a/memory.current", mib(300));
  EXPECT_EQ(left(), 0U);
}

TEST_F(ControlGroup, MemoryHighIsALimitToo) {
  hierarchy();
  write("sys/fs/cgroup/a/b/memory.max", mib(300));
  write("sys/fs/cgroup/a/b/memory.high", mib(250));
  EXPECT_EQ(left(), 250 * kMiB);
  write("sys/fs/cgroup/a/b/memory.high", "max\n");
  EXPECT_EQ(left(), 300 * kMiB);
}

// Version 1, beside version 2 or without it: each controller has its own mount.
TEST_F(ControlGroup, LimitsOfVersionOneAreNotRead) {
  group("5:cpu,cpuacct:/a\n4:memory:/a/b\n1:name=systemd:/a/b\n");
  mounts(
      "30 21 0:26 / /sys/fs/cgroup ro - tmpfs tmpfs ro,mode=755\n"
      "32 30 0:28 / /sys/fs/cgroup/memory rw shared:2 - cgroup cgroup rw,memory\n"
      "33 30 0:29 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
  write("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", mib(70));
  write("sys/fs/cgroup/unified/user/memory.max", mib(80));
  EXPECT_EQ(left(), std::nullopt);
  group("4:memory:/a/b\n0::/user\n");
  EXPECT_EQ(left(), 80 * kMiB);
}

// A container sees its own group as the root, or the mount of a group below the root.
TEST_F(ControlGroup, ReadsTheGroupOfAContainer) {
  group("0::/\n");
  mounts("30 21 0:26 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  write("sys/fs/cgroup/memory.max", mib(60));
  EXPECT_EQ(left(), 60 * kMiB);
  group("0::/docker/1f/job\n");
  mounts("30 21 0:26 /docker/1f /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  EXPECT_EQ(left(), 60 * kMiB);
  write("sys/fs/cgroup/job/memory.max", mib(40));
  EXPECT_EQ(left(), 40 * kMiB);
  // A group whose name only begins like the mounted one is not part of it. Neither are paths that
  // leave the mounted part.
  for (const char* outside : {"0::/docker/1f2/job\n", "0::/../other\n", "0::/elsewhere\n"}) {
    group(outside);
    EXPECT_EQ(left(), 60 * kMiB) << outside;
  }
  mounts("30 21 0:26 /.. /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
  group("0::/\n");
  EXPECT_EQ(left(), 60 * kMiB);
}

TEST_F(ControlGroup, ReadsNamesWithBlanksColonsAndBackslashes) {
  group("0::/a b:c\\d\n");
  mounts(R"(30 21 0:26 / /mnt/c\040g\134x rw - cgroup2 cgroup2 rw)"
         "\n");
  write(R"(mnt/c g\x/a b:c\d/memory.max)", mib(30));
  EXPECT_EQ(left(), 30 * kMiB);
}

TEST_F(ControlGroup, IgnoresGarbage) {
  group("\n:\n0\n0:\n4:memory\n::::\n0::a/b\n");
  mounts(
      "\n - \n1 2 3\n30 21 0:26 / /sys/fs/cgroup rw -\n- - - - - - - -\n"
      "30 21 0:26 / /sys/fs/cgroup rw - cgroup2\n30 21 0:26 / \\04 rw - cgroup2 a b\n");
  EXPECT_EQ(left(), std::nullopt);
  hierarchy();
  for (const char* text : {"", "12x\n", "-5\n", "99999999999999999999999\n", "\xff\n"}) {
    write("sys/fs/cgroup/a/b/memory.max", text);
    write("sys/fs/cgroup/a/b/memory.current", text);
    write("sys/fs/cgroup/a/b/memory.stat", text);
    EXPECT_EQ(left(), std::nullopt) << text;
  }
  write("sys/fs/cgroup/a/b/memory.max", mib(20));
  EXPECT_EQ(left(), 20 * kMiB);
}

TEST_F(ControlGroup, LimitsTheAvailableMemory) {
  write("proc/meminfo", "MemTotal: 100000 kB\nMemAvailable:    51200 kB\n");
  EXPECT_EQ(available_memory(root_.path()).bytes, 50 * kMiB);
  EXPECT_EQ(available_memory(root_.path()).limit, MemoryLimit::machine);
  hierarchy();
  write("sys/fs/cgroup/a/memory.max", mib(40));
  EXPECT_EQ(available_memory(root_.path()).bytes, 40 * kMiB);
  EXPECT_EQ(available_memory(root_.path()).limit, MemoryLimit::control_group);
  // An exhausted limit leaves 1 byte, because 0 means unknown.
  write("sys/fs/cgroup/a/memory.current", mib(41));
  EXPECT_EQ(available_memory(root_.path()).bytes, 1U);
  std::filesystem::remove(root_.path() / "proc/meminfo");
  EXPECT_EQ(available_memory(root_.path()).limit, MemoryLimit::control_group);
}

// Calls f in a child with this much address space, since the limit and what it changes in the heap
// stay. Returns whether f returned true.
bool in_child_with(rlim_t address_space, const std::function<bool()>& f) {
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit limit{address_space, address_space};
    ::_exit(::setrlimit(RLIMIT_AS, &limit) == 0 && f() ? 0 : 1);
  }
  int status = -1;
  return ::waitpid(child, &status, 0) == child && status == 0;
}

constexpr rlim_t kMuchSpace = rlim_t{1} << 40;

bool set_stack(rlim_t bytes) {
  const rlimit stack{bytes, bytes};
  return ::setrlimit(RLIMIT_STACK, &stack) == 0;
}

TEST(AddressSpace, AnExhaustedLimitCounts) {
#ifdef PIPO_SANITIZED
  GTEST_SKIP() << "sanitizers reserve terabytes of address space";
#endif
  EXPECT_TRUE(in_child_with(kMiB, [] {
    // Exhausts the heap as well.
    void* volatile taken = nullptr;
    do {
      taken = std::malloc(1);
    } while (taken != nullptr);
    return memory_limit_left() > 0;
  }));
}

// Each thread, and each of the eight threads that wait for the disk, reserves a whole stack.
TEST(AddressSpace, APlanCountsTheStacksOfAllThreads) {
#ifdef PIPO_SANITIZED
  GTEST_SKIP() << "sanitizers reserve terabytes of address space";
#endif
  const StateSpace space(Board(2, 2));
  const auto threads = static_cast<std::uint64_t>(loop_threads());
  const LayerCounts total = count_table(space).total();
  const std::uint64_t without = MemoryBudget(space, total, 1 << 30).bound().least_bytes;
  EXPECT_TRUE(in_child_with(kMuchSpace, [&] {
    return set_stack(kMiB) && MemoryBudget(space, total, 1 << 30).bound().least_bytes - without ==
                                  (threads + 8) * kMiB;
  }));
}

// Without a limit of its own, a thread's stack is taken to have the usual 8 MiB.
TEST(AddressSpace, UnlimitedStacksAreCountedAsUsual) {
#ifdef PIPO_SANITIZED
  GTEST_SKIP() << "sanitizers reserve terabytes of address space";
#endif
  rlimit stack{};
  ASSERT_EQ(::getrlimit(RLIMIT_STACK, &stack), 0);
  if (stack.rlim_max != RLIM_INFINITY) GTEST_SKIP() << "stacks may not be unlimited here";
  EXPECT_TRUE(in_child_with(kMuchSpace, [] {
    return set_stack(RLIM_INFINITY) && address_space_of_threads(3) == 24 * kMiB;
  }));
}

}  // namespace pipo::control_group_test
