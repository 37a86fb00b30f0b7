// Batches give the same answers as single questions, each once, whatever positions are together.
#include "solve/batch.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <mutex>
#include <new>
#include <random>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/symmetry.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/sanitized.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::batch_test {

Tables no_tables() {
  return Tables(std::vector<std::filesystem::path>{});
}

std::vector<Attempt> solve_all(const Solver& solver, const std::vector<Position>& positions,
                               const SolverOptions& options = {}) {
  std::vector<std::optional<Attempt>> found(positions.size());
  solver.solve_all(
      positions,
      [&](std::size_t number, Attempt known) {
        EXPECT_FALSE(found.at(number)) << "told twice";
        found[number] = std::move(known);
      },
      options);
  std::vector<Attempt> result;
  for (auto& one : found) result.push_back(std::move(one.value()));
  return result;
}

void expect_same(const Attempt& known, const Solution& alone) {
  ASSERT_TRUE(known.solution) << known.why_not;
  const Answer& answer = known.solution->answer;
  EXPECT_EQ(answer.position, alone.answer.position);
  EXPECT_EQ(answer.value, alone.answer.value) << answer.position;
  EXPECT_EQ(answer.best, alone.answer.best) << answer.position;
  ASSERT_EQ(answer.moves.size(), alone.answer.moves.size());
  for (std::size_t i = 0; i < answer.moves.size(); ++i) {
    EXPECT_EQ(answer.moves[i].edge, alone.answer.moves[i].edge);
    EXPECT_EQ(answer.moves[i].value, alone.answer.moves[i].value) << answer.position;
  }
}

void expect_same_as_single_questions(int positions_of_a_board) {
  std::mt19937_64 random(11);
  std::vector<Position> positions;
  for (const char* name : {"1x1", "2x3", "3x3", "3x4", "4x3", "4x4", "1x7"}) {
    const Board board = Board::parse(name);
    for (int i = 0; i < positions_of_a_board; ++i) {
      EdgeSet drawn = random() & board.all();
      drawn = board.edges() < 32 ? drawn & random() : drawn | (random() & board.all());
      positions.push_back({board, drawn});
    }
    positions.push_back({board, board.all()});
  }
  positions.push_back(positions.front());
  const Solver alone(no_tables(), {.only = Method::search});
  std::vector<Solution> expected;
  for (const Position& position : positions) expected.push_back(alone.solve(position));
  for (const std::optional<Method> only :
       {std::optional<Method>(), std::optional(Method::sweep), std::optional(Method::search)}) {
    const std::vector<Attempt> found = solve_all(Solver(no_tables()), positions, {.only = only});
    for (std::size_t i = 0; i < positions.size(); ++i) expect_same(found[i], expected[i]);
  }
}

TEST(Batch, EqualsSingleQuestions) {
  expect_same_as_single_questions(3);
}

TEST(Batch, LongRunOfMorePositionsEqualsSingleQuestions) {
  expect_same_as_single_questions(12);
}

// Positions that contain one another, and mirror images, on the board and on its transpose.
TEST(Batch, PositionsThatContainOneAnotherShareASweep) {
  std::mt19937_64 random(12);
  const Board board(3, 4);
  const Position first{board, random() & random() & random() & board.all()};
  std::vector<Position> positions;
  for (int i = 0; i < 20; ++i) {
    const Position later{board, first.drawn | (random() & random() & board.all())};
    positions.push_back(image_of(later, images(board)[random() % 4]));
    positions.push_back(image_of(later, {.transpose = true, .left_right = random() % 2 == 0}));
  }
  positions.push_back(first);
  const std::vector<Attempt> found =
      solve_all(Solver(no_tables()), positions, {.only = Method::sweep});
  const Solver alone(no_tables(), {.only = Method::sweep, .remember = 0});
  for (std::size_t i = 0; i < positions.size(); ++i) {
    expect_same(found[i], alone.solve(positions[i]));
    EXPECT_EQ(found[i].solution->remembered, i + 1 < positions.size());
    EXPECT_EQ(found[i].solution->looked_at == 0, i + 1 < positions.size());
  }
}

// One position is swept by all threads. They ask now and then whether the sweep is to stop; a busy
// machine may let one thread do all of a sweep, but not of many.
TEST(Batch, AFewPositionsAreSweptByAllThreads) {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  SolverOptions options;
  options.only = Method::sweep;
  options.threads = 3;
  options.remember = 0;
  options.stopped = [&] {
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
    return false;
  };
  const Position position = parse_position("3x4:1100000000000000000000000000000");
  for (int attempt = 0; attempt < 50 && threads.size() < 2; ++attempt) {
    threads.clear();
    solve_all(Solver(no_tables()), {position}, options);
  }
  EXPECT_GT(threads.size(), 1U);
}

TEST(Batch, TablesAnswerFirst) {
  const TemporaryFolder folder;
  write_table(folder.path(), table_identity(Board(2, 2)), oracle_values(Board(2, 2)));
  const Solver solver(Tables({folder.path()}));
  const std::vector<Attempt> found = solve_all(solver, {{Board(2, 2), 5}, {Board(2, 3), 5}});
  EXPECT_EQ(found[0].solution->method, Method::table);
  EXPECT_EQ(found[1].solution->method, Method::search);
  const std::vector<Attempt> only =
      solve_all(solver, {{Board(2, 2), 5}, {Board(2, 3), 5}}, {.only = Method::table});
  EXPECT_TRUE(only[0].solution);
  EXPECT_EQ(only[1].code, ErrorCode::missing_table);
}

TEST(Batch, APositionBeyondTheLimitsSpoilsNoOther) {
  const Solver solver(no_tables());
  const Board large = test::kSanitized ? Board(4, 5) : Board(5, 5);
  const std::vector<Attempt> found = solve_all(solver, {{large, 0}, {Board(3, 3), 0}, {large, 1}},
                                               {.memory = 60'000'000, .seconds = 20});
  EXPECT_EQ(found[0].code, ErrorCode::out_of_memory);
  EXPECT_EQ(found[2].code, ErrorCode::out_of_memory);
  EXPECT_EQ(found[2].bounds, (Bounds{-large.boxes(), large.boxes()}));
  ASSERT_TRUE(found[1].solution);
  EXPECT_EQ(found[1].solution->answer.value, -3);
}

// A whole game: the earliest positions exceed the limits, and the first that does not answers the
// others.
TEST(Batch, LaterPositionsOfAGameShareASweep) {
  if (test::kSanitized) GTEST_SKIP() << "sweeps take longer than planned";
  const Board board(5, 5);
  std::mt19937_64 random(3);
  std::vector<Position> game = {{board, 0}};
  while (count_bits(game.front().drawn) < 14) game.front().drawn |= EdgeSet{1} << random() % 60;
  while (game.back().open() != 0) {
    const EdgeSet edge = EdgeSet{1} << random() % 60;
    if ((game.back().drawn & edge) == 0) game.push_back({board, game.back().drawn | edge});
  }
  const std::vector<Attempt> found =
      solve_all(Solver(no_tables()), game, {.memory = 30'000'000, .seconds = 2});
  int sweeps = 0;
  for (std::size_t i = 0; i < game.size(); ++i) {
    if (i > 0 && found[i - 1].solution) {
      EXPECT_TRUE(found[i].solution) << game[i];
    }
    if (i > 13) {
      ASSERT_TRUE(found[i].solution) << found[i].why_not;
    }
    if (!found[i].solution) continue;
    EXPECT_EQ(found[i].bounds, Bounds::only(found[i].solution->answer.value));
    sweeps += found[i].solution->method == Method::sweep && !found[i].solution->remembered;
  }
  EXPECT_FALSE(found[0].solution);
  EXPECT_LE(sweeps, 2);
}

TEST(Batch, EndsEarlyOnRequestAndByErrors) {
  const Solver solver(no_tables());
  const std::vector<Position> positions(3, {Board(2, 4), 0});
  const auto ignore = [](std::size_t, const Attempt&) {};
  for (const Method method : {Method::sweep, Method::search}) {
    EXPECT_THROW(
        solver.solve_all(positions, ignore, {.only = method, .stopped = [] { return true; }}),
        Stopped);
    EXPECT_THROW(
        solver.solve_all(positions,
                         [](std::size_t, const Attempt&) { throw std::runtime_error("full"); },
                         {.only = method}),
        std::runtime_error);
  }
  EXPECT_THROW(solver.solve_all(std::vector<Position>{{Board(2, 2), EdgeSet{1} << 12}}, ignore),
               BadInput);
  EXPECT_NO_THROW(solver.solve_all({}, ignore));
  EXPECT_EQ(solver.solve({Board(3, 3), 0}).answer.value, -3);
}

// A sweep for which there is no memory in the end, although the limit allows it.
TEST(Batch, APositionWithoutMemorySpoilsNoOther) {
  // It is not short enough to be swept alongside others.
  const Position large{Board(3, 5), 0};
  const std::vector<Position> positions{large, {Board(2, 2), 0}, {Board(3, 4), 0}};
  const SolverOptions limits{.memory = std::uint64_t{16} << 30,
                             .threads = 1,
                             .planned = [](const SweepPlan&) { throw std::bad_alloc(); }};
  const std::vector<Attempt> known = solve_all(Solver(no_tables()), positions, limits);
  EXPECT_EQ(known[0].code, ErrorCode::out_of_memory);
  ASSERT_FALSE(known[0].solution);
  EXPECT_EQ(known[0].why_not, "the system has too little memory for " + to_string(positions[0]) +
                                  "; free some, or allow less");
  EXPECT_THROW(std::rethrow_exception(known[0].error), OutOfMemory);
  EXPECT_TRUE(known[1].solution) << known[1].why_not;
  EXPECT_TRUE(known[2].solution) << known[2].why_not;
}

}  // namespace pipo::batch_test
