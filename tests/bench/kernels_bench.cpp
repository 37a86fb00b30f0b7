// The kernels of the sweep and of transposing in values a second, in each version that this
// processor can run, with the speed of memory for comparison.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "generator/kernels/kernels.hpp"
#include "probe/codec/transpose.hpp"

namespace pipo {
namespace {

constexpr std::size_t kColumns = 256;

std::vector<std::int8_t> margins(std::size_t n) {
  std::mt19937 random(1);
  std::vector<std::int8_t> row(n + 64);
  for (auto& value : row) value = static_cast<std::int8_t>(random() % 33) - 16;
  return row;
}

void count(benchmark::State& state, std::size_t values) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values));
}

// Eight moves, three of which leave a handout, as in the middle of 4x4.
void raise_to_best(benchmark::State& state, const Kernels* kernels) {
  std::vector<std::vector<std::int8_t>> rows;
  std::vector<RowSource> sources;
  for (int i = 0; i < 8; ++i) rows.push_back(margins(kColumns));
  for (int i = 0; i < 8; ++i) {
    sources.push_back(
        {rows[i].data(), static_cast<std::int8_t>(i / 2), static_cast<std::int8_t>(i < 5 ? 0 : 4)});
  }
  auto out = margins(kColumns);
  for (auto _ : state) {
    kernels->margins.raise_to_best(out.data(), sources.data(), sources.size(), kColumns);
    benchmark::ClobberMemory();
  }
  count(state, kColumns * sources.size());
}

enum class Links { straight, patches, strays };

// Straight segments of this many columns, patches of 64 columns with this many of them, or single
// columns.
void raise_columns(benchmark::State& state, const Kernels* kernels, Links kind) {
  const auto length = static_cast<std::uint16_t>(state.range(0));
  const auto row = margins(4 * kColumns);
  auto out = margins(kColumns);
  std::vector<Segment> segments;
  std::vector<Patch> patches;
  std::vector<std::uint32_t> targets(kColumns);
  std::vector<std::uint16_t> columns(kColumns);
  std::mt19937 random(2);
  for (std::uint16_t i = 0; i < kColumns; ++i) {
    targets[i] = static_cast<std::uint32_t>(random() % row.size());
    columns[i] = i;
  }
  std::size_t counted = kColumns;
  ColumnLinks links{{}, {}, columns.data(), targets.data(), 0};
  if (kind == Links::straight) {
    for (std::uint16_t at = 0; at < kColumns; at += length) {
      segments.push_back({at, length, 2U * at});
    }
    links.straight = segments;
  } else if (kind == Links::patches) {
    for (std::uint16_t at = 0; at < kColumns; at += 64) {
      Patch patch{2U * at, at, {}};
      patch.targets.fill(kNoTarget);
      for (int count = 0; count < length;) {
        std::uint8_t& target = patch.targets[random() % 64];
        count += target == kNoTarget ? 1 : 0;
        target = static_cast<std::uint8_t>(random() % 64);
      }
      patches.push_back(patch);
    }
    links.patches = patches;
    counted = patches.size() * length;
  } else {
    links.strays = kColumns;
  }
  for (auto _ : state) {
    kernels->margins.raise_columns(out.data(), {row.data(), 1, 0}, links);
    benchmark::ClobberMemory();
  }
  count(state, counted);
}

void square_transposed(benchmark::State& state, const Transposing* transposing) {
  const auto in = margins(kColumns * kColumns);
  auto out = margins(kColumns * kColumns);
  for (auto _ : state) {
    transposing->transpose(out.data(), kColumns, in.data(), kColumns, kColumns, kColumns);
    benchmark::ClobberMemory();
  }
  count(state, kColumns * kColumns);
}

// The speed of memory, a bound for the kernels on large data: writes the maximum of two arrays to a
// third, all much longer than the caches. Counts bytes read and written.
void stream(benchmark::State& state) {
  constexpr std::size_t kBytes = std::size_t{256} << 20;
  std::vector<std::int8_t> one(kBytes, 1), other(kBytes, 2), out(kBytes);
  for (auto _ : state) {
    for (std::size_t i = 0; i < kBytes; ++i) out[i] = std::max(one[i], other[i]);
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(3 * kBytes));
}

// A chain of dependent additions, one a cycle, measures the length of a cycle.
void cycles(benchmark::State& state) {
  constexpr std::int64_t kAdditions = 100'000;
  std::uint64_t sum = 1;
  for (auto _ : state) {
    for (std::int64_t i = 0; i < kAdditions; ++i) {
      sum += static_cast<std::uint64_t>(i);
      benchmark::DoNotOptimize(sum);
    }
  }
  state.SetItemsProcessed(state.iterations() * kAdditions);
}

}  // namespace
}  // namespace pipo

int main(int argc, char** argv) {
  for (const pipo::Kernels* kernels : pipo::available_kernels()) {
    const std::string name(kernels->instructions);
    benchmark::RegisterBenchmark(("raise_to_best/8_moves/" + name).c_str(), pipo::raise_to_best,
                                 kernels);
    benchmark::RegisterBenchmark(("raise_columns/straight/" + name).c_str(), pipo::raise_columns,
                                 kernels, pipo::Links::straight)
        ->Arg(24)
        ->Arg(64)
        ->Arg(256);
    benchmark::RegisterBenchmark(("raise_columns/patches/" + name).c_str(), pipo::raise_columns,
                                 kernels, pipo::Links::patches)
        ->Arg(4)
        ->Arg(16)
        ->Arg(64);
    benchmark::RegisterBenchmark(("raise_columns/strays/" + name).c_str(), pipo::raise_columns,
                                 kernels, pipo::Links::strays)
        ->Arg(1);
  }
  for (const pipo::Transposing* transposing : pipo::available_transposing()) {
    const std::string name(transposing->instructions);
    benchmark::RegisterBenchmark(("transpose/" + name).c_str(), pipo::square_transposed,
                                 transposing);
  }
  for (const int threads : {1, 2}) {
    benchmark::RegisterBenchmark("stream", pipo::stream)->Threads(threads)->UseRealTime();
  }
  benchmark::RegisterBenchmark("cycles", pipo::cycles);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
