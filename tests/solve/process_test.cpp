// The solver in a foreign process: a thread with a small stack, a child of fork().
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/solver.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/small_stack.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::process_test {

const Tables& no_tables() {
  static const Tables tables(std::vector<std::filesystem::path>{});
  return tables;
}

// The deepest search: each move is a level, until theorems give the value.
TEST(SolverInAProcess, ASmallStackIsEnough) {
  const Board board(3, 4);
  const Position position{board, 0};
  const Enclosure expected = Solver(no_tables(), {.only = Way::sweep}).enclose(position, {1, 3});
  test::with_small_stack([&] {
    int asked = 0;
    const Solver stopped(no_tables(),
                         {.only = Way::search, .stopped = [&] { return ++asked > 2; }});
    EXPECT_THROW(stopped.enclose({Board(5, 5), 0}, {1, 2}), Stopped);
    const Solver search(no_tables(), {.only = Way::search});
    EXPECT_EQ(search.solve({Board(3, 3), 0}).answer.value, -3);
    EXPECT_EQ(Solver(no_tables()).solve(position).answer.value, expected.bounds.lower);
  });
}

// Returns how a child ends that does this work: by SIGALRM if it hangs. It skips the handlers of
// exit(), where oneTBB may call a virtual function of a thread that only the parent has, and abort.
template <typename Work>
int in_child(Work work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(120);  // seconds; a machine with other work may be slow
    ::_exit(work());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// Runs in separate processes, because other tests of this one may have run sweeps.
TEST(SolverInAProcess, AForkedChildGetsAnErrorBecauseItHasNoThreads) {
  const Position position{Board(3, 3), 0};
  const TemporaryFolder folder;
  write_table(folder.path(), table_identity(Board(2, 2)), oracle_values(Board(2, 2)));
  const Tables tables({folder.path()});
  const Solver sweeping(tables, {.only = Way::sweep, .threads = 2});
  ASSERT_EQ(sweeping.solve(position).answer.value, -3);
  const int code = in_child([&] {
    // Neither tables nor searches need threads, nor what the parent remembered.
    if (Solver(tables).solve({Board(2, 2), 0}).way != Way::table) return 1;
    const Solver search(tables, {.only = Way::search, .threads = 2});
    if (search.solve(position).answer.value != -3) return 2;
    if (search.enclose(position, {-3, 0}).bounds.lower != -3) return 3;
    if (!sweeping.solve(position).remembered) return 5;
    if (!sweeping.enclose(position, {-3, 0}, {}).bounds.exact()) return 6;
    // In a batch, only positions that need a sweep fail.
    const Position large{test::kSanitized ? Board(1, 10) : Board(3, 4), 0};
    const std::vector<Position> batch = {position, {Board(2, 2), 0}, large, {Board(2, 3), 5}};
    std::vector<Known> found(batch.size());
    sweeping.know_all(batch, [&](std::size_t i, Known known) { found[i] = std::move(known); }, {});
    if (!found[0].solution->remembered || found[1].solution->way != Way::table) return 7;
    if (found[2].solution || found[2].code != ErrorCode::system_limit) return 8;
    if (found[3].solution->way != Way::search) return 9;
    sweeping.know_all(batch, [&](std::size_t i, Known known) { found[i] = std::move(known); },
                      {.only = Way::search, .memory = 100'000'000});
    if (!found[0].solution || !found[1].solution || !found[3].solution) return 10;
    for (int i = 0; i < 2; ++i) {
      try {
        if (i == 0) sweeping.solve({Board(3, 4), 0});
        if (i == 1) Solver(tables).enclose({Board(3, 4), 0}, {0, 0});
        return 4;
      } catch (const SystemLimit&) {
      }
    }
    return 0;
  });
  EXPECT_EQ(code, 0);
}

}  // namespace pipo::process_test
