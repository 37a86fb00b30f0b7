// The solver where the last move has a cost: every method, batches, bounds and lines have the
// values of the oracle, and no value of another cost is used.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "generator/run/generate.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/solver.hpp"
#include "tests/support/oracle_table.hpp"
#include "tests/support/temporary_folder.hpp"

namespace pipo::last_move_cost_test {

constexpr int kMostCost = 5;

Solver solver_with(int cost, const std::vector<std::filesystem::path>& folders = {}) {
  const Tables tables(folders, {.last_move_cost = static_cast<std::uint64_t>(cost)});
  return Solver(tables, {.threads = 1});
}

std::vector<Position> random_positions(const Board& board, int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Position> positions{{board, 0}, {board, board.all()}};
  for (int i = 0; i < count; ++i) {
    const EdgeSet drawn = random() & board.all();
    positions.push_back({board, random() % 2 == 0 ? drawn : EdgeSet{drawn & random()}});
  }
  return positions;
}

void expect_answer(const oracle::FlatTable& oracle, const Answer& answer, int cost) {
  const auto& [board, drawn] = answer.position;
  ASSERT_EQ(answer.value, oracle.value(drawn)) << to_string(answer.position) << ", cost " << cost;
  EXPECT_EQ(answer.table.last_move_cost, cost);
  for (const MoveValue& move : answer.moves) {
    const int after = oracle.value(drawn | EdgeSet{1} << move.edge);
    ASSERT_EQ(move.value, move.captures > 0 ? move.captures + after : -after)
        << to_string(answer.position) << " " << edge_name(board, move.edge) << ", cost " << cost;
  }
}

class LastMoveCostOf : public testing::TestWithParam<const char*> {};

TEST_P(LastMoveCostOf, EveryMethodHasTheValuesOfTheRules) {
  const Board board = Board::parse(GetParam());
  for (int cost = 0; cost <= kMostCost; ++cost) {
    const oracle::FlatTable& oracle = oracle_of(board, static_cast<LastMoveCost>(cost));
    const Solver solver = solver_with(cost);
    for (const Position& position : random_positions(board, 20, 1)) {
      for (const Method method : {Method::sweep, Method::search}) {
        SolverOptions options = solver.options();
        options.only = method;
        options.remember = position.layer() % 2 == 0 ? options.remember : 0;
        expect_answer(oracle, solver.solve(position, options).answer, cost);
      }
      expect_answer(oracle, solver.solve(position).answer, cost);
    }
  }
}

TEST_P(LastMoveCostOf, BatchesBoundsAndLinesHaveThem) {
  const Board board = Board::parse(GetParam());
  for (const int cost : {1, 4}) {
    const oracle::FlatTable& oracle = oracle_of(board, static_cast<LastMoveCost>(cost));
    const Solver solver = solver_with(cost);
    const std::vector<Position> positions = random_positions(board, 30, 2);
    std::size_t found = 0;
    solver.solve_all(positions, [&](std::size_t number, const Attempt& known) {
      ++found;
      EXPECT_EQ(known.solution.value().answer.position, positions[number]);
      expect_answer(oracle, known.solution->answer, cost);
    });
    EXPECT_EQ(found, positions.size());
    for (const Position& position : positions) {
      const int value = oracle.value(position.drawn);
      for (const int low : {value - 2, value, value + 2}) {
        for (const auto only : {std::optional<Method>(), std::optional(Method::search)}) {
          SolverOptions options = solver_with(cost).options();
          options.only = only;
          const ValueBounds bounds = solver_with(cost).bound(position, {low, low - 1}, options);
          EXPECT_LE(bounds.bounds.lower, value) << to_string(position);
          EXPECT_GE(bounds.bounds.upper, value) << to_string(position);
          EXPECT_EQ(bounds.last_move_cost, static_cast<std::uint64_t>(cost));
        }
      }
      int margin = 0;
      const std::vector<MoveValue> line = solver.line(position);
      for (const MoveValue& move : line)
        margin += move.player == 0 ? move.captures : -move.captures;
      const bool mover_is_last = line.empty() || line.back().player == 0;
      EXPECT_EQ(margin + (mover_is_last ? -cost : cost), value) << to_string(position);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, LastMoveCostOf,
                         testing::Values("1x1", "1x4", "2x2", "2x3", "3x2"));

TEST(LastMoveCostOfSolver, UsesTablesOfItsCostOnly) {
  const TemporaryFolder folder;
  const Board board(2, 2);
  for (const int cost : {0, 3}) {
    generate({.board = board,
              .last_move_cost = static_cast<LastMoveCost>(cost),
              .tables = folder.path()});
  }
  for (const int cost : {0, 2, 3}) {
    const Solution found = solver_with(cost, {folder.path()}).solve({board, 0});
    EXPECT_EQ(found.method == Method::table, cost != 2) << cost;
    expect_answer(oracle_of(board, static_cast<LastMoveCost>(cost)), found.answer, cost);
  }
}

TEST(LastMoveCostOfSolver, RefusesBoardsThatAreTooLarge) {
  const Solver solver = solver_with(8);
  EXPECT_THROW(solver.solve({Board(5, 5), Board(5, 5).all()}), BadInput);
  EXPECT_THROW(solver.bound({Board(5, 5), 0}, {1, 0}), BadInput);
  EXPECT_THROW(solver.solve({Board(7, 7), {}}), BadInput);
  EXPECT_NO_THROW(solver.solve({Board(4, 6), Board(4, 6).all()}));
}

// The bounds that hold without any search, of positions that the limits leave unsolved.
TEST(LastMoveCostOfSolver, BoundsIncludeTheCost) {
  const Board board(2, 3);
  for (const int cost : {1, 5}) {
    const Solver solver = solver_with(cost);
    const oracle::FlatTable& oracle = oracle_of(board, static_cast<LastMoveCost>(cost));
    for (const Position& position : random_positions(board, 200, 3)) {
      SolverOptions options = solver.options();
      options.only = Method::table;
      const Attempt known = solver.try_solve(position, options);
      ASSERT_FALSE(known.solution);
      EXPECT_LE(known.bounds.lower, oracle.value(position.drawn)) << to_string(position);
      EXPECT_GE(known.bounds.upper, oracle.value(position.drawn)) << to_string(position);
    }
  }
}

}  // namespace pipo::last_move_cost_test
