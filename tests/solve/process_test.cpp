// The solver in a foreign process: a thread with a small stack, a child of fork().
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/solver.h"
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
  const ValueBounds expected = Solver(no_tables(), {.only = Method::sweep}).bound(position, {1, 3});
  test::with_small_stack([&] {
    int asked = 0;
    const Solver stopped(no_tables(),
                         {.only = Method::search, .stopped = [&] { return ++asked > 2; }});
    EXPECT_THROW(stopped.bound({Board(5, 5), 0}, {1, 2}), Stopped);
    const Solver search(no_tables(), {.only = Method::search});
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
  const Solver sweeping(tables, {.only = Method::sweep, .threads = 2});
  ASSERT_EQ(sweeping.solve(position).answer.value, -3);
  const int code = in_child([&] {
    // Neither tables nor searches need threads, nor what the parent remembered.
    if (Solver(tables).solve({Board(2, 2), 0}).method != Method::table) return 1;
    const Solver search(tables, {.only = Method::search, .threads = 2});
    if (search.solve(position).answer.value != -3) return 2;
    if (search.bound(position, {-3, 0}).bounds.lower != -3) return 3;
    if (!sweeping.solve(position).remembered) return 5;
    if (!sweeping.bound(position, {-3, 0}, {}).bounds.exact()) return 6;
    // In a batch, only positions that need a sweep fail.
    const Position large{test::kSanitized ? Board(1, 10) : Board(3, 4), 0};
    const std::vector<Position> batch = {position, {Board(2, 2), 0}, large, {Board(2, 3), 5}};
    std::vector<Attempt> found(batch.size());
    sweeping.solve_all(batch, [&](std::size_t i, Attempt known) { found[i] = std::move(known); },
                       {});
    if (!found[0].solution->remembered || found[1].solution->method != Method::table) return 7;
    if (found[2].solution || found[2].code != ErrorCode::system_limit) return 8;
    if (found[3].solution->method != Method::search) return 9;
    // The large position would take the search a second.
    const std::vector<Position> small = {batch[0], batch[1], batch[3]};
    sweeping.solve_all(small, [&](std::size_t i, Attempt known) { found[i] = std::move(known); },
                       {.only = Method::search, .memory = 100'000'000});
    if (!found[0].solution || !found[1].solution || !found[2].solution) return 10;
    for (int i = 0; i < 2; ++i) {
      try {
        if (i == 0) sweeping.solve({Board(3, 4), 0});
        if (i == 1) Solver(tables).bound({Board(3, 4), 0}, {0, 0});
        return 4;
      } catch (const SystemLimit&) {
      }
    }
    return 0;
  });
  EXPECT_EQ(code, 0);
}

// Becomes a user of its own, which the system limits as it does not limit root, and whose processes
// are at most this one.
bool allow_no_more_threads() {
  const bool root = ::geteuid() == 0;
  if (root && ::setuid(54321) != 0) return false;
  const rlimit one{1, 1};
  return ::setrlimit(RLIMIT_NPROC, &one) == 0;
}

TEST(SolverInAProcess, GoesOnWithoutMoreThreads) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers start threads of their own";
  testing::FLAGS_gtest_death_test_style = "threadsafe";  // other tests have run sweeps
  const Position position{Board(3, 3), 0};
  const Position late{Board(4, 4), 0b1000100010001000010001000000000001000010};
  const auto in_cpp = [&] {
    if (!allow_no_more_threads()) return 0;
    const Solver solver(no_tables(), {.only = Method::sweep, .threads = 4});
    if (solver.solve(position).answer.value != -3) return 1;
    if (!solver.bound(late, {-16, 16}).bounds.exact()) return 2;
    int found = 0;
    const std::vector<Position> batch = {position, late, {Board(2, 3), 5}};
    Solver(no_tables())
        .solve_all(batch,
                   [&](std::size_t, const Attempt& known) { found += known.solution ? 1 : 0; }, {});
    return found == 3 ? 0 : 3;
  };
  EXPECT_EXIT(::_exit(in_cpp()), testing::ExitedWithCode(0), "");
  const auto in_c = [&] {
    if (!allow_no_more_threads()) return 0;
    pipo_solver* solver = nullptr;
    pipo_limits limits = PIPO_LIMITS_INIT;
    limits.threads = 4;
    limits.only = PIPO_METHOD_SWEEP;
    pipo_answer answer = PIPO_ANSWER_INIT;
    if (pipo_solver_open(nullptr, nullptr, &solver) != PIPO_OK) return 1;
    const pipo_position asked{3, 3, 0};
    if (pipo_solve(solver, asked, &limits, &answer, nullptr) != PIPO_OK) return 2;
    pipo_solver_close(&solver);
    return answer.value == -3 ? 0 : 3;
  };
  EXPECT_EXIT(::_exit(in_c()), testing::ExitedWithCode(0), "");
}

}  // namespace pipo::process_test
