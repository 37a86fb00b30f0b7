// A solver answers from what it remembers, gives the same values as one that does not, and stays
// usable after any error.
#include "solve/solver_state.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/solver.hpp"
#include "probe/base/steady_seconds.hpp"
#include "solve/start_sweep.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"

namespace pipo::solver_state_test {

Tables no_tables() {
  return Tables(std::vector<std::filesystem::path>{});
}

// The positions of a random game from this number of drawn edges on.
std::vector<Position> random_game(const Board& board, int from, unsigned seed) {
  std::vector<int> edges(static_cast<std::size_t>(board.edges()));
  std::iota(edges.begin(), edges.end(), 0);
  std::ranges::shuffle(edges, std::mt19937(seed));
  std::vector<Position> positions;
  Position position{board, 0};
  for (const int edge : edges) {
    if (position.layer() >= from) positions.push_back(position);
    position.drawn |= EdgeSet{1} << edge;
  }
  positions.push_back(position);
  return positions;
}

int value_by_search(const Position& position) {
  return Solver(no_tables(), {.only = Method::search}).solve(position).answer.value;
}

TEST(Remembered, AGameIsSolvedOnce) {
  int sweeps = 0;
  const Solver solver(no_tables(),
                      {.only = Method::sweep, .planned = [&](const auto&) { ++sweeps; }});
  const std::vector<Position> game = random_game(Board(4, 4), 14, 1);
  for (const Position& position : game) {
    const Solution solution = solver.solve(position);
    EXPECT_EQ(solution.remembered, &position != game.data());
    EXPECT_EQ(solution.answer.value, value_by_search(position)) << position;
  }
  EXPECT_EQ(sweeps, 1);
}

TEST(Remembered, MirrorImagesAreAnsweredToo) {
  const Solver solver(no_tables(), {.only = Method::sweep});
  const Position position = random_game(Board(3, 4), 10, 2).front();
  const int value = solver.solve(position).answer.value;
  for (const Image& image : images(position.board)) {
    const Solution solution = solver.solve(image_of(position, image));
    EXPECT_TRUE(solution.remembered);
    EXPECT_EQ(solution.answer.value, value);
  }
  EXPECT_TRUE(solver.solve(image_of(position, {.transpose = true})).remembered);
}

TEST(Remembered, OnlyWithinTheLimits) {
  const std::vector<Position> game = random_game(Board(3, 4), 8, 3);
  const Solver forgetful(no_tables(), {.only = Method::sweep, .remember = 0});
  forgetful.solve(game[0]);
  EXPECT_FALSE(forgetful.solve(game[1]).remembered);
  // The second sweep needs the memory of the first one's table.
  const Solver solver(no_tables());
  SolverOptions tight{.only = Method::sweep};
  tight.planned = [&](const SweepPlan& plan) { tight.memory = plan.memory + (1 << 20); };
  solver.solve(game[0], tight);
  const Position other = random_game(Board(3, 4), 8, 4).front();
  EXPECT_NO_THROW(solver.solve(other, tight));
}

TEST(Remembered, AQuestionThatIsTooLargeDropsNothing) {
  const Position position = random_game(Board(3, 4), 8, 9).front();
  for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 29}) {
    const Solver solver(no_tables(), {.only = Method::sweep, .memory = memory});
    solver.solve(position);
    EXPECT_EQ(solver.try_solve({Board(5, 5), 0}).code, ErrorCode::out_of_memory);
    EXPECT_TRUE(solver.solve(position).remembered);
  }
}

// A table that cannot be kept must not take the place of others; one that can be takes that of no
// more than it needs.
TEST(Remembered, ATableThatDoesNotFitDropsNothing) {
  const Position small{Board(2, 3), 0b111}, large{Board(2, 5), 0b1};
  SweepPlan plan;
  SolverOptions options{.only = Method::sweep};
  options.planned = [&](const SweepPlan& one) { plan = one; };
  const auto remembered = [&](const Solver& solver, const Position& position) {
    return solver.solve(position, {.only = Method::sweep}).remembered;
  };
  const Solver roomy(no_tables(), options);
  roomy.solve(large);
  ASSERT_TRUE(remembered(roomy, large));
  const std::uint64_t values = plan.values, least = plan.memory;
  // By `remember`: far too little for the large table, and up to its size.
  int kept = 0;
  for (const std::uint64_t share : {1U, 4U, 7U, 10U, 13U, 16U}) {
    options.remember = values * share / 16;
    const Solver solver(no_tables(), options);
    solver.solve(small);
    solver.solve(large);
    const bool first = remembered(solver, small), second = remembered(solver, large);
    EXPECT_TRUE(first || second) << share;
    kept += second;
    options.memory = least + options.remember;
    const Solver within(no_tables(), options);
    within.solve(small);
    within.solve(large);
    EXPECT_TRUE(remembered(within, small) || remembered(within, large)) << share;
    options.memory = 0;
  }
  EXPECT_GT(kept, 0);
  EXPECT_LT(kept, 6);
  // By memory: `remember` is too little, whatever room there is.
  options.remember = 100'000;
  for (const std::uint64_t more : {0U, 2U}) {
    options.memory = least + values * 3 / 4 + more * 20'000;
    const Solver solver(no_tables(), options);
    solver.solve(small);
    solver.solve(large);
    EXPECT_TRUE(remembered(solver, small)) << more;
  }
}

TEST(Remembered, OnlyAsTheQuestionAllows) {
  const Solver solver(no_tables());
  const Position position{Board(3, 3), 0};
  solver.solve(position, {.only = Method::sweep});
  EXPECT_TRUE(solver.solve(position).remembered);
  EXPECT_EQ(solver.solve(position, {.only = Method::search}).method, Method::search);
  EXPECT_THROW(solver.solve(position, {.only = Method::table}), MissingTable);
  EXPECT_TRUE(Solver(solver).solve(position).remembered) << "a copy shares what is remembered";
}

TEST(Remembered, ASearchRemembersToo) {
  const Solver solver(no_tables());
  const std::vector<Position> game = random_game(Board(4, 4), 14, 6);
  const std::uint64_t first = solver.solve(game[1], {.only = Method::search}).looked_at;
  EXPECT_LT(solver.solve(game[1], {.only = Method::search}).looked_at, first / 10);
}

TEST(Remembered, AfterAnErrorTheSolverCanBeUsed) {
  const Position large{Board(5, 5), 0};
  const std::vector<Position> game = random_game(Board(4, 4), 12, 7);
  const int value = value_by_search(game[0]);
  const Solver solver(no_tables());
  for (const Method method : {Method::sweep, Method::search}) {
    EXPECT_THROW(solver.solve(large, {.only = method, .memory = 20'000'000, .seconds = 0.01}),
                 OutOfResources);
    int asked = 0;
    SolverOptions stopping{.only = method, .stopped = [&] { return ++asked > 3; }};
    EXPECT_THROW(solver.solve({Board(4, 4), 0}, stopping), Stopped);
    SolverOptions failing{.only = method, .planned = [](const auto&) { throw std::bad_alloc(); }};
    if (method == Method::sweep) {
      EXPECT_THROW(solver.solve(game[0], failing), std::bad_alloc);
    }
    EXPECT_EQ(solver.solve(game[0], {.only = method}).answer.value, value);
  }
}

TEST(Remembered, AnswersManyThreads) {
  const Board board(3, 3);
  const Values value = oracle_values(board);
  const Solver solver(no_tables(), {.threads = 2});
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937_64 random(t);
      for (int i = 0; i < (test::kSanitized ? 10 : 40); ++i) {
        const EdgeSet drawn = random() & random() & board.all();
        const Method method = random() % 2 == 0 ? Method::sweep : Method::search;
        EXPECT_EQ(solver.solve({board, drawn}, {.only = method}).answer.value, value(drawn));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// A thread that waits during a question must not take up a task of the caller: that could be
// another question, which would wait for this one.
TEST(Remembered, TakesUpNoTasksOfTheCaller) {
  const Solver solver(no_tables());
  bool taken_up = false;
  with_threads(2, [&] {
    TaskGroup slow;
    TaskGroup of_caller;
    std::atomic<bool> begun = false;
    std::atomic<bool> waiting = false;
    slow.run([&] {
      begun = true;
      while (!waiting) std::this_thread::yield();
      const double end = steady_seconds() + 0.1;
      while (steady_seconds() < end) std::this_thread::yield();
    });
    while (!begun) std::this_thread::yield();  // the other thread runs it
    const std::thread::id asking = std::this_thread::get_id();
    bool in_question = false;
    of_caller.run([&] { taken_up |= std::this_thread::get_id() == asking && in_question; });
    SolverOptions options{.only = Method::sweep};
    options.planned = [&](const auto&) {
      in_question = true;
      waiting = true;
      slow.wait();
      in_question = false;
    };
    solver.solve({Board(3, 3), 0}, options);
    of_caller.wait();
    return true;
  });
  EXPECT_FALSE(taken_up);
}

TEST(Remembered, WaitingEndsWithItsLimits) {
  const Solver solver(no_tables());
  const Position position{Board(2, 3), 0};
  SolverOptions busy{.only = Method::sweep};
  busy.planned = [&](const auto&) {
    std::thread([&] {
      EXPECT_THROW(solver.solve(position, {.only = Method::search, .seconds = 0.01}),
                   OutOfTimeWaiting);
      const Attempt known = solver.try_solve(position, {.only = Method::sweep, .seconds = 0.01});
      EXPECT_TRUE(known.waited);
      EXPECT_EQ(known.code, ErrorCode::out_of_time);
      EXPECT_THROW(solver.solve(position, {.only = Method::search, .stopped = [] { return true; }}),
                   Stopped);
    }).join();
  };
  EXPECT_NO_THROW(solver.solve(position, busy));
}

TEST(Remembered, WorkThatTakesTooLongDidNotWait) {
  const Solver solver(no_tables());
  for (const Method method : {Method::sweep, Method::search}) {
    const Attempt known = solver.try_solve(
        {Board(4, 4), 0}, {.only = method, .memory = std::uint64_t{8} << 30, .seconds = 0.01});
    EXPECT_EQ(known.code, ErrorCode::out_of_time) << known.why_not;
    EXPECT_FALSE(known.waited) << known.why_not;
  }
}

// Returns the seconds until the sweep of the position is planned.
double seconds_of_planning(const Position& position) {
  const double began = steady_seconds();
  const SolverOptions options{.only = Method::sweep, .threads = 1, .planned = [](const auto&) {
                                throw Stopped("the plan is enough");
                              }};
  EXPECT_THROW(Solver(no_tables()).solve(position, options), Stopped);
  return steady_seconds() - began;
}

// A sweep that would fit into the time, but not into what is left of it after waiting.
TEST(Remembered, ARefusalAfterWaitingSaysSo) {
  const Solver solver(no_tables());
  const Position position = random_game(Board(5, 5), 16, 1).front();
  const double seconds = size_of_sweep(position).seconds;
  // Planning comes out of the time, too. It may take longer than before, if the machine is busy.
  const double limit = 1.5 * seconds + 1 + 5 * seconds_of_planning(position);
  SolverOptions busy{.only = Method::sweep};
  Attempt known;
  std::thread other;
  std::atomic<bool> done = false;
  busy.planned = [&](const auto&) {
    other = std::thread([&] {
      known = solver.try_solve(position, {.only = Method::sweep, .seconds = limit, .threads = 1});
      done = true;
    });
    // The rest is less than the sweep takes.
    std::this_thread::sleep_for(std::chrono::duration<double>(limit - 0.5 * seconds));
  };
  solver.solve({Board(2, 3), 0}, busy);
  other.join();
  EXPECT_TRUE(done);
  EXPECT_FALSE(known.solution);
  EXPECT_TRUE(known.waited) << known.why_not;
}

TEST(Remembered, BoundWaitsForItsTurn) {
  const Solver solver(no_tables());
  const Position position{Board(2, 3), 0};
  SolverOptions busy{.only = Method::sweep};
  busy.planned = [&](const auto&) {
    std::thread([&] {
      for (const std::optional<Method> only :
           {std::optional<Method>(), std::optional(Method::search)}) {
        const ValueBounds found =
            solver.bound({Board(3, 3), 0}, {0, 0}, {.only = only, .seconds = 0.01});
        EXPECT_FALSE(found.in_time);
        EXPECT_EQ(found.bounds, (Bounds{-9, 9}));
        EXPECT_THROW(
            solver.bound({Board(3, 3), 0}, {0, 0}, {.only = only, .stopped = [] { return true; }}),
            Stopped);
      }
    }).join();
  };
  EXPECT_NO_THROW(solver.solve(position, busy));
  EXPECT_EQ(solver.bound(position, {-6, 6}).looked_at, 0U) << "the sweep above knows it";
}

TEST(Remembered, ASearchForBoundsGoesOnWhereTheLastOneEnded) {
  const Solver solver(no_tables(), {.only = Method::search});
  const Position position = random_game(Board(4, 4), 12, 10).front();
  const ValueBounds first = solver.bound(position, {-16, 16});
  const ValueBounds again = solver.bound(position, {-16, 16});
  EXPECT_EQ(again.bounds, first.bounds);
  EXPECT_EQ(again.move, first.move);
  EXPECT_LT(again.looked_at, first.looked_at / 10);
}

// First come, first served.
TEST(Remembered, TurnsAreTakenInOrder) {
  SolverState remembered;
  const Budget unlimited(0, 0, {});
  auto held = std::make_unique<SolverTurn>(remembered, unlimited);
  std::vector<int> order;  // guarded by the turn
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    std::atomic<bool> waits = false;
    threads.emplace_back([&remembered, &order, &waits, i] {
      std::atomic<bool>* told = &waits;  // ends before this thread gets its turn
      const Budget budget(0, 0, [told, said = std::make_shared<bool>(false)] {
        if (!std::exchange(*said, true)) *told = true;
        return false;
      });
      const SolverTurn turn(remembered, budget);
      order.push_back(i);
    });
    while (!waits) std::this_thread::yield();
  }
  // One that gives up leaves the queue.
  EXPECT_THROW(SolverTurn(remembered, Budget(0, 0.005, {})), OutOfTime);
  held.reset();
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_NO_THROW(SolverTurn(remembered, unlimited));
}

// While another thread of the parent searches, a child answers from memory and searches itself.
TEST(Remembered, AChildOfForkIsNotBlocked) {
  if (test::kSanitized) GTEST_SKIP() << "forks while another thread runs";
  const Solver solver(no_tables());
  const Position known{Board(2, 3), 0};
  const int value = solver.solve(known, {.only = Method::sweep}).answer.value;
  int status = -1;
  SolverOptions busy{.only = Method::sweep};
  busy.planned = [&](const auto&) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(60);
      const bool right =
          solver.solve(known).answer.value == value &&
          solver.solve({Board(3, 3), 0}, {.only = Method::search}).answer.value == -3;
      ::_exit(right ? 0 : 1);
    }
    ::waitpid(child, &status, 0);
  };
  solver.solve({Board(3, 3), 0}, busy);
  EXPECT_EQ(status, 0);
}

TEST(Remembered, TheSpeedOfTheMachine) {
  SolverState remembered;
  EXPECT_EQ(remembered.slowness(), 1);
  remembered.note_slowness(0.05, 10);
  EXPECT_EQ(remembered.slowness(), 1) << "too short to tell";
  remembered.note_slowness(2, 5);
  EXPECT_EQ(remembered.slowness(), 2.5);
  remembered.note_slowness(2, 1);
  EXPECT_EQ(remembered.slowness(), 1);
}

TEST(Solver, KnowsBoundsOfPositionsBeyondTheLimits) {
  const Solver solver(no_tables(), {.memory = 50'000'000, .seconds = 60});
  const Attempt exact = solver.try_solve({Board(3, 3), 0});
  ASSERT_TRUE(exact.solution);
  EXPECT_EQ(exact.bounds, Bounds::only(-3));
  const Attempt bounds = solver.try_solve({Board(5, 5), 0});
  EXPECT_FALSE(bounds.solution);
  EXPECT_EQ(bounds.bounds, (Bounds{-25, 25}));
  EXPECT_EQ(bounds.code, ErrorCode::out_of_memory);
  EXPECT_TRUE(bounds.why_not.starts_with("5x5 with 0 edges drawn would take about "))
      << bounds.why_not;
  EXPECT_THROW(solver.try_solve({Board(2, 2), EdgeSet{1} << 12}), BadInput);
}

TEST(Solver, PlaysALineOfBestMoves) {
  const Solver solver(no_tables());
  const Position start = random_game(Board(4, 4), 14, 8).front();
  Position position = start;
  int margin = 0;
  for (const MoveValue& move : solver.line(start)) {
    const Answer answer = solver.solve(position).answer;
    EXPECT_TRUE(std::ranges::count(answer.best, move.edge)) << position;
    margin += move.player == 0 ? move.captures : -move.captures;
    position.drawn |= EdgeSet{1} << move.edge;
  }
  EXPECT_EQ(position.open(), EdgeSet{0});
  EXPECT_EQ(margin, solver.solve(start).answer.value);
}

TEST(Solver, OwnsItsTables) {
  Tables tables = no_tables();
  const Solver solver{Tables(tables)};
  const Tables moved = std::move(tables);
  EXPECT_TRUE(tables.found().empty());  // NOLINT(bugprone-use-after-move): promised
  EXPECT_EQ(solver.solve({Board(3, 3), 0}).answer.value, -3);
}

}  // namespace pipo::solver_state_test
