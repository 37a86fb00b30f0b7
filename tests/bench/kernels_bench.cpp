// The kernels of the sweep and transposing, each version this processor can run. Rates are values a
// second.
#include <benchmark/benchmark.h>

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

// Eight moves of which three leave a handout, as in the middle of 4x4.
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
    kernels->raise_to_best(out.data(), sources.data(), sources.size(), kColumns);
    benchmark::ClobberMemory();
  }
  count(state, kColumns * sources.size());
}

// Segments of the given length, or strays where it is 1.
void raise_columns(benchmark::State& state, const Kernels* kernels, bool gathered) {
  const auto length = static_cast<std::uint16_t>(state.range(0));
  const auto row = margins(4 * kColumns);
  auto out = margins(kColumns);
  std::vector<Segment> segments;
  std::vector<std::uint32_t> targets(kColumns);
  std::vector<std::uint16_t> columns(kColumns);
  std::mt19937 random(2);
  for (std::uint32_t i = 0; i < kColumns; ++i) {
    targets[i] = static_cast<std::uint32_t>(random() % row.size());
    columns[i] = static_cast<std::uint16_t>(i);
  }
  for (std::uint32_t at = 0; at < kColumns; at += length) {
    segments.push_back({static_cast<std::uint16_t>(at), length, gathered ? at : 2 * at});
  }
  const Segment* const begin = segments.data();
  const Segment* const end = begin + segments.size();
  ColumnLinks links{begin, end, end, end, targets.data(), columns.data(), targets.data(), 0};
  if (gathered)
    links = {begin, begin, begin, end, targets.data(), columns.data(), targets.data(), 0};
  if (length == 1)
    links = {begin, begin, begin, begin, targets.data(), columns.data(), targets.data(), kColumns};
  for (auto _ : state) {
    kernels->raise_columns(out.data(), {row.data(), 1, 0}, links);
    benchmark::ClobberMemory();
  }
  count(state, kColumns);
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

}  // namespace
}  // namespace pipo

int main(int argc, char** argv) {
  for (const pipo::Kernels* kernels : pipo::available_kernels()) {
    const std::string name(kernels->instructions);
    benchmark::RegisterBenchmark(("raise_to_best/8_moves/" + name).c_str(), pipo::raise_to_best,
                                 kernels);
    benchmark::RegisterBenchmark(("raise_columns/straight/" + name).c_str(), pipo::raise_columns,
                                 kernels, false)
        ->Arg(16)
        ->Arg(64)
        ->Arg(256);
    benchmark::RegisterBenchmark(("raise_columns/gathered/" + name).c_str(), pipo::raise_columns,
                                 kernels, true)
        ->Arg(16)
        ->Arg(64);
    benchmark::RegisterBenchmark(("raise_columns/strays/" + name).c_str(), pipo::raise_columns,
                                 kernels, false)
        ->Arg(1);
  }
  for (const pipo::Transposing* transposing : pipo::available_transposing()) {
    const std::string name(transposing->instructions);
    benchmark::RegisterBenchmark(("transpose/" + name).c_str(), pipo::square_transposed,
                                 transposing);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
