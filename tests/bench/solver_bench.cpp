// The solver on 5x5 without tables: a batch of positions, and a game gone through forwards and
// backwards. The limits of time are part of what is measured.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>
#include <vector>

#include "pipopipette/solver.hpp"

namespace pipo {
namespace {

Solver solver_without_tables(double seconds) {
  return Solver(Tables(std::vector<std::filesystem::path>{}), {.seconds = seconds});
}

std::vector<int> random_order(std::mt19937& random) {
  std::vector<int> edges(60);
  std::iota(edges.begin(), edges.end(), 0);
  std::shuffle(edges.begin(), edges.end(), random);
  return edges;
}

// Argument: the number of edges drawn in each of 1,000 positions.
void BM_Batch(benchmark::State& state) {
  std::mt19937 random(5);
  std::vector<Position> positions(1000, {Board(5, 5), 0});
  for (Position& position : positions) {
    const std::vector<int> edges = random_order(random);
    for (int i = 0; i < state.range(0); ++i) {
      position.drawn |= EdgeSet{1} << edges[static_cast<std::size_t>(i)];
    }
  }
  for ([[maybe_unused]] const auto _ : state) {
    solver_without_tables(0).solve_all(positions, [](std::size_t, const Attempt&) {});
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions.size()));
}
BENCHMARK(BM_Batch)->Arg(24)->Unit(benchmark::kSecond)->UseRealTime()->MeasureProcessCPUTime();

// Arguments: the seconds allowed for each of the 61 positions of a game, and whether to begin at
// its end. Counts the positions that were solved.
void BM_Game(benchmark::State& state) {
  std::mt19937 random(1);
  std::vector<Position> game = {{Board(5, 5), 0}};
  for (const int edge : random_order(random)) {
    game.push_back({game.back().board, game.back().drawn | EdgeSet{1} << edge});
  }
  if (state.range(1) != 0) std::ranges::reverse(game);
  int exact = 0;
  for ([[maybe_unused]] const auto _ : state) {
    const Solver solver = solver_without_tables(static_cast<double>(state.range(0)));
    exact = 0;
    for (const Position& position : game) exact += solver.try_solve(position).solution.has_value();
  }
  state.counters["exact"] = exact;
}
BENCHMARK(BM_Game)
    ->Args({10, 0})
    ->Args({10, 1})
    ->Iterations(1)
    ->Unit(benchmark::kSecond)
    ->UseRealTime()
    ->MeasureProcessCPUTime();

}  // namespace
}  // namespace pipo

BENCHMARK_MAIN();
