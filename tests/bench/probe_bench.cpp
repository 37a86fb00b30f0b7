// The time of an answer: one value, or the values of all moves, of random positions.
//
//     bench_probe TABLES_FOLDER BOARD [options of Google Benchmark]
//
// If the table omits layers, "omitted" are the same questions about positions in these layers.
//
// Warm: the cache holds every requested block. The blocks of few positions fit into the caches of
// the processor. Cold: the cache keeps no block, but the files are in the page cache of the system.
// First: the cache is empty before each question.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <exception>
#include <iostream>
#include <vector>

#include "pipopipette/tables.hpp"
#include "tests/bench/random_positions.hpp"

namespace pipo {
namespace {

constexpr std::size_t kEnough = std::size_t{4} << 30;

template <typename Ask>
void ask_all(benchmark::State& state, const Tables& tables, const std::vector<Position>& positions,
             Ask ask) {
  for (const Position& position : positions) ask(tables, position);
  std::size_t next = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ask(tables, positions[next]));
    if (++next == positions.size()) next = 0;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

// Asks each question of tables that have just been opened.
template <typename Ask>
void ask_first(benchmark::State& state, const char* folder, const std::vector<Position>& positions,
               Ask ask) {
  std::size_t next = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Tables tables({folder});
    benchmark::DoNotOptimize(tables.covers(positions[next]));
    state.ResumeTiming();
    benchmark::DoNotOptimize(ask(tables, positions[next]));
    if (++next == positions.size()) next = 0;
  }
}

std::vector<Position> omitted_positions(const char* folder, const Board& board, std::size_t count) {
  const Tables tables({folder});
  std::vector<Position> positions = random_positions(board, 16 * count);
  std::erase_if(positions, [&](const Position& one) { return !tables.computes(one); });
  if (positions.size() > count) positions.resize(count);
  return positions;
}

void add_benchmarks(const char* folder, const Board& board) {
  const auto value = [](const Tables& tables, const Position& position) {
    return tables.value(position);
  };
  const auto moves = [](const Tables& tables, const Position& position) {
    return tables.answer(position).value;
  };
  const auto add = [&](const std::string& name, std::size_t count, std::size_t cache, auto ask) {
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
      const Tables tables({folder}, {.cache_bytes = cache});
      ask_all(state, tables, random_positions(board, count), ask);
    });
  };
  add("value/warm/few", 1000, kEnough, value);
  add("value/warm/many", 200'000, kEnough, value);
  add("value/cold", 20'000, 0, value);
  add("moves/warm/few", 1000, kEnough, moves);
  add("moves/warm/many", 20'000, kEnough, moves);
  const std::vector<Position> omitted = omitted_positions(folder, board, 500);
  if (omitted.empty()) return;
  const auto add_omitted = [&](const std::string& name, std::size_t cache, auto ask) {
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
      ask_all(state, Tables({folder}, {.cache_bytes = cache}), omitted, ask);
    });
  };
  const auto add_first = [&](const std::string& name, auto ask) {
    benchmark::RegisterBenchmark(
        name.c_str(), [=](benchmark::State& state) { ask_first(state, folder, omitted, ask); });
  };
  add_omitted("omitted/value/warm", kEnough, value);
  add_omitted("omitted/value/cold", 0, value);
  add_first("omitted/value/first", value);
  add_omitted("omitted/moves/warm", kEnough, moves);
  add_omitted("omitted/moves/cold", 0, moves);
  add_first("omitted/moves/first", moves);
}

}  // namespace
}  // namespace pipo

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 3) {
    std::cerr << "usage: bench_probe TABLES_FOLDER BOARD [options of Google Benchmark]\n";
    return 2;
  }
  try {
    pipo::add_benchmarks(argv[1], pipo::Board::parse(argv[2]));
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
