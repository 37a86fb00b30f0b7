// Compares the methods of solving with each other and with values computed from the rules.
#include "pipopipette/solver.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <set>
#include <span>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/settle.hpp"
#include "solve/limits.hpp"
#include "solve/start_sweep.hpp"
#include "tests/solve/sweeps.hpp"
#include "tests/support/board_support.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::solver_test {

const Tables& no_tables() {
  static const Tables tables(std::vector<std::filesystem::path>{});
  return tables;
}

void expect_same(const Answer& answer, const Answer& other) {
  const std::string text = to_string(answer.position);
  EXPECT_EQ(answer.value, other.value) << text;
  EXPECT_EQ(answer.best, other.best) << text;
  ASSERT_EQ(answer.moves.size(), other.moves.size()) << text;
  for (std::size_t i = 0; i < answer.moves.size(); ++i) {
    EXPECT_EQ(answer.moves[i].edge, other.moves[i].edge) << text;
    EXPECT_EQ(answer.moves[i].captures, other.moves[i].captures) << text;
    EXPECT_EQ(answer.moves[i].value, other.moves[i].value) << text;
  }
}

TEST(Solver, SweepAndSearchAgreeWithTheOracle) {
  std::mt19937_64 random(1);
  const Solver sweep(no_tables(), {.only = Method::sweep});
  const Solver search(no_tables(), {.only = Method::search});
  for (const char* name : {"1x1", "1x3", "4x1", "2x2", "2x3", "3x2", "3x3"}) {
    const Board board = Board::parse(name);
    const Values value = oracle_values(board);
    for (int i = 0; i < (test::kSanitized ? 10 : 30); ++i) {
      const EdgeSet drawn = random() & random() & board.all();
      const Solution swept = sweep.solve({board, drawn});
      EXPECT_EQ(swept.answer.value, value(drawn)) << name;
      EXPECT_EQ(swept.method, Method::sweep);
      const Solution searched = search.solve({board, drawn});
      EXPECT_EQ(searched.method, Method::search);
      expect_same(swept.answer, searched.answer);
    }
  }
}

TEST(Solver, UsesATableIfThereIsOne) {
  const TemporaryFolder folder;
  write_table(folder.path(), table_identity(Board(2, 2)), oracle_values(Board(2, 2)));
  const Tables tables({folder.path()});
  const Position position{Board(2, 2), 5};
  const Solution solution = Solver(tables).solve(position);
  EXPECT_EQ(solution.method, Method::table);
  expect_same(solution.answer, Solver(no_tables(), {.only = Method::sweep}).solve(position).answer);
  EXPECT_EQ(Solver(tables).solve({Board(2, 3), 5}).method, Method::search);
  EXPECT_THROW(Solver(tables, {.only = Method::table}).solve({Board(2, 3), 5}), MissingTable);
}

// The more edges are open, the sooner a sweep is faster.
TEST(Solver, ChoosesTheFastestMethod) {
  const Board board(3, 4);
  EXPECT_EQ(Solver(no_tables()).solve({board, board.all() & ~EdgeSet{0xffff}}).method,
            Method::search);
  const Board large = test::kSanitized ? Board(4, 5) : Board(5, 5);
  const EdgeSet drawn = large.outer();
  const EdgeSet some = test::kSanitized ? EdgeSet{} : EdgeSet{0x700};  // fewer to sweep
  EXPECT_EQ(Solver(no_tables()).solve({large, drawn | 0xff00}).method, Method::search);
  EXPECT_EQ(Solver(no_tables()).solve({large, drawn | some}).method, Method::sweep);
}

TEST(Solver, RefusesPositionsThatAreTooLarge) {
  const Solver little(no_tables(), {.only = Method::sweep, .memory = 10'000});
  EXPECT_THROW(little.solve({Board(2, 3), 0}), OutOfMemory);
  const Solver quick(no_tables(), {.only = Method::sweep, .seconds = 0.001});
  EXPECT_THROW(quick.solve({Board(4, 4), 0}), OutOfTime);
  EXPECT_THROW(quick.solve({Board(2, 2), EdgeSet{1} << 12}), BadInput);
}

TEST(Solver, ARefusalDividesTheTimeByTheThreads) {
  const Position position{test::kSanitized ? Board(3, 6) : Board(5, 5), 0};
  const double seconds = size_of_sweep(position).seconds;
  for (const int threads : {1, 2}) {
    const Solver solver(no_tables(),
                        {.only = Method::sweep, .memory = 1 << 24, .threads = threads});
    try {
      solver.solve(position);
      ADD_FAILURE() << "not refused";
    } catch (const OutOfResources& error) {
      const std::string said = error.what();
      EXPECT_NE(said.find(" and " + human_seconds(seconds / threads) + ", but only "), said.npos)
          << said;
    }
  }
}

TEST(Solver, ARefusalNamesTheLikelyMemoryUnlessThatIsAllowed) {
  SweepSize size;
  size.memory = 41;
  size.most_memory = 92;
  EXPECT_EQ(memory_to_name(size, 40), 41U);
  EXPECT_EQ(memory_to_name(size, 50), 92U);
  EXPECT_EQ(memory_to_name(size, 100), 41U);
  const Position early{Board(5, 5), 3};
  const Attempt known = Solver(no_tables()).try_solve(early, {.memory = std::uint64_t{1} << 30});
  const auto refused = refused_size(known);
  ASSERT_TRUE(refused);
  EXPECT_GT(refused->most_memory, 2 * refused->memory);
  EXPECT_NE(known.why_not.find(" take about " + human_bytes_rounded_up(refused->memory) + " of "),
            known.why_not.npos)
      << known.why_not;
}

// The refusal names the figure that is enforced.
TEST(Solver, TheLimitNamedByARefusalSuffices) {
  for (const char* text : {"3x4", "2x6", "1x9"}) {
    const Position position{Board::parse(text), 0};
    SweepSize size = size_of_sweep(position);
    const std::uint64_t most = size.most_memory;
    EXPECT_EQ(sweep_within(position, 0, 1, size, {}, true), nullptr);
    const std::uint64_t needed = size.memory;
    EXPECT_EQ(needed, test::sweep_of(position).plan().memory);
    EXPECT_LE(needed, most);
    EXPECT_EQ(needed, size.most_memory);
    EXPECT_EQ(sweep_within(position, 0, needed - 1, size, {}, true), nullptr);
    EXPECT_NE(sweep_within(position, 0, needed, size), nullptr);
    EXPECT_NE(sweep_within(position, 0, most, size), nullptr);
  }
}

TEST(Solver, ASearchWithoutMemoryIsRefused) {
  const Position position{Board(2, 2), 0};
  const Solver little(no_tables(), {.only = Method::search, .memory = 1'000'000});
  EXPECT_THROW(little.solve(position), OutOfMemory);
  EXPECT_NO_THROW(
      Solver(no_tables(), {.only = Method::search, .memory = 13'000'000}).solve(position));
}

TEST(Budget, FitsIntoTheTimeOfAllThreads) {
  const Budget budget(1 << 30, 100, {});
  SweepSize size;
  size.seconds = 10.0 * loop_threads();
  EXPECT_TRUE(budget.fits(size));
  size.seconds *= 20;
  EXPECT_FALSE(budget.fits(size));
}

TEST(Solver, StopsOnRequestAndReportsProgress) {
  for (const Method method : {Method::sweep, Method::search}) {
    int asked = 0;
    const Solver solver(no_tables(),
                        {.only = method, .threads = 1, .stopped = [&] { return ++asked > 2; }});
    EXPECT_THROW(solver.solve({Board(3, 4), 0}), Stopped);
  }
  std::uint64_t done = 0;
  SolverOptions options{.only = Method::sweep};
  std::uint64_t planned = 0;
  options.planned = [&](const SweepPlan& plan) { planned = plan.values; };
  options.progress = [&](const SweepProgress& progress) {
    EXPECT_GT(progress.done, done);
    EXPECT_EQ(progress.total, planned);
    done = progress.done;
  };
  const Solution solution = Solver(no_tables(), options).solve({Board(3, 3), 0});
  EXPECT_EQ(done, planned);
  EXPECT_EQ(solution.looked_at, planned);
}

// The tables of the halves take seconds on large boards.
TEST(Solver, StopsWhileASweepIsPlanned) {
  int asked = 0;
  int last = 0;  // request before the plan is known
  int stop_at = 0;
  SolverOptions options{.only = Method::sweep, .threads = 1};
  options.stopped = [&] { return ++asked == stop_at; };
  options.planned = [&](const SweepPlan&) { last = asked; };
  const auto solve = [&] {
    asked = 0;
    Solver(no_tables(), options).solve({Board(3, 4), 0});
  };
  solve();
  EXPECT_GT(last, 8);  // as many as a half of this board has states of its border
  for (const int request : {1, last / 2, last}) {
    stop_at = request;
    last = 0;
    EXPECT_THROW(solve(), Stopped);
    EXPECT_EQ(last, 0);
  }
}

// The message of a stopped search that has solved the first moves of the answer.
std::string known_of(const Answer& answer, std::size_t moves) {
  const std::span known(answer.moves.data(), moves);
  const MoveValue& best = *std::ranges::max_element(known, {}, &MoveValue::value);
  return fmt::format("stopped; {} of {} moves are known, the best is {}, worth {}", moves,
                     answer.moves.size(), edge_name(answer.position.board, best.edge),
                     best.value > 0 ? fmt::format("+{}", best.value) : std::to_string(best.value));
}

TEST(Solver, AStoppedSearchNamesTheSolvedMoves) {
  // The first move opens a chain of ten boxes, which leaves less to search than other moves.
  const Position position = parse_position("4x5:1111111110111110000000000000001000001000000000000");
  const Answer answer = Solver(no_tables(), {.only = Method::search}).solve(position).answer;
  std::set<std::string> possible = {"stopped; no move is known yet"};
  for (std::size_t moves = 1; moves < answer.moves.size(); ++moves)
    possible.insert(known_of(answer, moves));
  std::set<std::string> said;
  bool solved = false;
  for (int most = 0; !solved; most += 4) {
    int asked = 0;
    const Solver solver(no_tables(), {.only = Method::search, .threads = 1, .stopped = [&] {
                                        return ++asked > most;
                                      }});
    try {
      solver.solve(position);
      solved = true;
    } catch (const Stopped& stopped) {
      EXPECT_TRUE(possible.contains(stopped.what())) << stopped.what();
      said.insert(stopped.what());
    }
  }
  EXPECT_GT(said.size(), 1U);
}

// Checks that the bounds hold and answer the question.
void expect_settled(const ValueBounds& found, const Window& window, const Values& value) {
  const auto& [board, drawn] = found.position;
  const std::string text = to_string(found.position);
  EXPECT_LE(found.bounds.lower, value(drawn)) << text;
  EXPECT_GE(found.bounds.upper, value(drawn)) << text;
  EXPECT_TRUE(found.in_time);
  EXPECT_TRUE(window.settles(found.bounds)) << text;
  if (!found.move) return;
  const EdgeSet next = drawn | EdgeSet{1} << *found.move;
  const int captures = completed_boxes(board, drawn, *found.move);
  EXPECT_GE(captures > 0 ? captures + value(next) : -value(next), found.bounds.lower) << text;
}

void expect_bounds_by_each_method(int positions) {
  std::mt19937_64 random(2);
  const Board board(3, 3);
  const Values value = oracle_values(board);
  const TemporaryFolder folder;
  write_table(folder.path(), table_identity(board), value);
  const Tables tables({folder.path()});
  for (int i = 0; i < positions; ++i) {
    const Position position{board, random() & random() & random() & board.all()};
    const int low = static_cast<int>(random() % 12) - 6;
    const Window window{low, low + static_cast<int>(random() % 4) - 1};
    for (const std::optional<Method> only :
         {std::optional<Method>(), std::optional(Method::sweep), std::optional(Method::search)}) {
      const ValueBounds found = Solver(no_tables(), {.only = only}).bound(position, window);
      expect_settled(found, window, value);
      EXPECT_EQ(found.method, only.value_or(found.method));
    }
    const ValueBounds found = Solver(tables).bound(position, window);
    EXPECT_EQ(found.method, Method::table);
    EXPECT_EQ(found.bounds, Bounds::only(value(position.drawn)));
  }
  EXPECT_THROW(Solver(no_tables()).bound({board, 0}, {2, 0}), BadInput);
  EXPECT_THROW(Solver(no_tables()).bound({board, EdgeSet{1} << 24}, {0, 0}), BadInput);
  EXPECT_THROW(Solver(no_tables(), {.only = Method::table}).bound({board, 0}, {0, 0}),
               MissingTable);
}

TEST(Solver, BoundsValuesByEachMethod) {
  expect_bounds_by_each_method(10);
}

TEST(Solver, LongRunBoundsMoreValuesByEachMethod) {
  expect_bounds_by_each_method(40);
}

TEST(Solver, BoundEndsAtItsTimeLimit) {
  bool told = false;
  double told_after = 0;
  SolverOptions options{.only = Method::search, .seconds = 0.3};
  options.searching = [&](const SearchProgress& state) {
    told = true;
    // It reports progress ten times a second, however often it checks.
    EXPECT_GE(state.seconds, told_after + 0.0999);
    told_after = state.seconds;
    EXPECT_LE(state.bounds.lower, state.bounds.upper);
  };
  const ValueBounds found = Solver(no_tables(), options).bound({Board(5, 5), 0}, {-25, 25});
  EXPECT_FALSE(found.in_time);
  EXPECT_TRUE(told);
  EXPECT_FALSE(found.bounds.exact());
  int asked = 0;
  const Solver stopping(no_tables(),
                        {.only = Method::search, .stopped = [&] { return ++asked > 2; }});
  EXPECT_THROW(stopping.bound({Board(5, 5), 0}, {-25, 25}), Stopped);
}

// The size has the time of one processor, whatever the number of threads.
TEST(Solver, ARefusedSweepIsInTheError) {
  const Position position{Board(4, 4), 0x421084210};
  const SweepSize size = size_of_sweep(position);
  const std::uint64_t needed =
      with_threads(1, [&] { return test::sweep_of(position).plan().memory; });
  for (const int threads : {1, 4}) {
    const Attempt known =
        Solver(no_tables())
            .try_solve(position, {.only = Method::sweep, .memory = needed - 1, .threads = threads});
    const auto refused = refused_size(known);
    ASSERT_TRUE(refused);
    EXPECT_NEAR(refused->seconds, size.seconds, 0.021 * threads);
    EXPECT_GE(refused->memory, needed);
    EXPECT_EQ(known.why_not, facts_of(known) + "; draw more edges, or allow more memory or time");
  }
}

}  // namespace pipo::solver_test
