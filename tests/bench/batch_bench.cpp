// Values a second through the C++ and the C interface: one by one, and in batches.
//
//     bench_batch TABLES_FOLDER BOARD [options of Google Benchmark]
//
// Warm: the cache holds every requested block. Cold: the cache keeps no block, but the files are in
// the page cache of the system. scripts/throughput_plot.py plots the results.
#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <cstdint>
#include <exception>
#include <iostream>
#include <vector>

#include "pipopipette/pipopipette.h"
#include "pipopipette/tables.hpp"
#include "tests/bench/random_positions.hpp"

namespace pipo {
namespace {

constexpr std::size_t kEnough = std::size_t{4} << 30;
constexpr std::size_t kMost = 1'000'000;

std::vector<EdgeSet> random_masks(const Board& board) {
  std::vector<EdgeSet> drawn;
  for (const Position& position : random_positions(board, kMost)) drawn.push_back(position.drawn);
  return drawn;
}

// C++: one Tables object for each cache size.
class Cpp {
 public:
  Cpp(const char* folder, std::size_t cache) : tables_({folder}, {.cache_bytes = cache}) {}
  void value(const Board& board, EdgeSet drawn) {
    benchmark::DoNotOptimize(tables_.value({board, drawn}));
  }
  void values(const Board& board, std::span<const EdgeSet> drawn, std::span<std::int8_t> results,
              int threads) {
    tables_.values(board, drawn, results, threads);
  }

 private:
  Tables tables_;
};

class C {
 public:
  C(const char* folder, std::size_t cache) {
    pipo_options options = PIPO_OPTIONS_INIT;
    options.cache_bytes = cache;
    check(pipo_open(&folder, 1, &options, &tables_));
  }
  ~C() { pipo_close(&tables_); }
  C(const C&) = delete;
  C& operator=(const C&) = delete;

  void value(const Board& board, EdgeSet drawn) {
    int value = 0;
    check(pipo_value(tables_, {board.rows(), board.columns(), drawn}, &value));
    benchmark::DoNotOptimize(value);
  }
  void values(const Board& board, std::span<const EdgeSet> drawn, std::span<std::int8_t> results,
              int threads) {
    check(pipo_values(tables_, board.rows(), board.columns(), drawn.data(), drawn.size(),
                      results.data(), threads));
  }

 private:
  void check(pipo_code code) const {
    if (code != PIPO_OK) throw std::runtime_error(pipo_error_text(tables_));
  }
  pipo_tables* tables_ = nullptr;
};

// Successive batches of the same million positions, each with other positions.
template <typename Interface>
void in_batches(benchmark::State& state, Interface& tables, const Board& board,
                const std::vector<EdgeSet>& drawn, std::size_t size, int threads) {
  std::vector<std::int8_t> results(size);
  std::size_t first = 0;
  for (auto _ : state) {
    tables.values(board, std::span(drawn).subspan(first, size), results, threads);
    first = first + 2 * size <= drawn.size() ? first + size : 0;
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(size));
}

template <typename Interface>
void one_by_one(benchmark::State& state, Interface& tables, const Board& board,
                const std::vector<EdgeSet>& drawn, std::size_t count) {
  std::size_t next = 0;
  for (auto _ : state) {
    tables.value(board, drawn[next]);
    if (++next == count) next = 0;
  }
  state.SetItemsProcessed(state.iterations());
}

template <typename Interface>
void add(const char* interface, const char* folder, const Board& board,
         const std::vector<EdgeSet>& drawn, bool warm) {
  const auto tables = std::make_shared<Interface>(folder, warm ? kEnough : 0);
  if (warm) {
    std::vector<std::int8_t> results(drawn.size());
    tables->values(board, drawn, results, 0);
  }
  const std::string kind = fmt::format("{}/{}", interface, warm ? "warm" : "cold");
  benchmark::RegisterBenchmark((kind + "/single/1").c_str(), [=, &drawn](benchmark::State& state) {
    one_by_one(state, *tables, board, drawn, warm ? drawn.size() : 20'000);
  });
  for (std::size_t size = 10; size <= kMost; size *= 10) {
    for (const int threads : {1, 2}) {
      benchmark::RegisterBenchmark(fmt::format("{}/{}/{}", kind, size, threads).c_str(),
                                   [=, &drawn](benchmark::State& state) {
                                     in_batches(state, *tables, board, drawn, size, threads);
                                   })
          ->UseRealTime();
    }
  }
}

}  // namespace
}  // namespace pipo

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc != 3) {
    std::cerr << "usage: bench_batch TABLES_FOLDER BOARD [options of Google Benchmark]\n";
    return 2;
  }
  try {
    const pipo::Board board = pipo::Board::parse(argv[2]);
    const std::vector<pipo::EdgeSet> drawn = pipo::random_masks(board);
    for (const bool warm : {true, false}) {
      pipo::add<pipo::Cpp>("C++", argv[1], board, drawn, warm);
      pipo::add<pipo::C>("C", argv[1], board, drawn, warm);
    }
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
  return 0;
}
