// The block codecs on blocks of a real table: bytes, and values a second of thread CPU time.
//
//   bench_codec TABLE_FOLDER [VALUES] [options of Google Benchmark]
//
// reads about VALUES (default: 16 million) values in whole blocks, evenly spread over all layers.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <iostream>
#include <map>
#include <vector>

#include "probe/codec/block_codec.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/table/table.hpp"

namespace pipo {
namespace {

struct SampledBlock {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  Lines lines = Lines::rows;
  std::vector<std::int8_t> values;

  std::vector<const std::int8_t*> starts() const {
    std::vector<const std::int8_t*> starts;
    for (std::uint32_t row = 0; row < rows; ++row) {
      starts.push_back(values.data() + std::size_t{row} * columns);
    }
    return starts;
  }
};

struct Sample {
  std::vector<SampledBlock> blocks;
  std::uint64_t values = 0;
};

Sample read_sample(const Table& table, std::uint64_t wanted) {
  std::uint64_t entries = 0;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    entries += table.layout(layer).entries();
  }
  Sample sample;
  double due = 0;
  for (int layer = table.first_layer(); layer <= table.last_layer(); ++layer) {
    const LayerLayout& layout = table.layout(layer);
    for (std::uint64_t number = 0; number < layout.blocks(); ++number) {
      due += static_cast<double>(wanted) / static_cast<double>(entries);
      if (due < 1) continue;
      due -= 1;
      PackedBlock packed;
      table.file(layer).read_block(number, packed);
      SampledBlock block{packed.rows, packed.columns, packed.lines, {}};
      packed.unpack(block.values);
      // The parity of a value makes no difference to the codec.
      for (std::int8_t& value : block.values) value = static_cast<std::int8_t>(2 * value);
      sample.values += block.values.size();
      sample.blocks.push_back(std::move(block));
    }
  }
  return sample;
}

std::vector<std::vector<std::byte>> encoded(const Sample& sample, References references) {
  BlockEncoder encoder(references);
  std::vector<std::vector<std::byte>> all;
  for (const SampledBlock& block : sample.blocks) {
    encoder.encode({block.starts(), block.columns}, block.lines, all.emplace_back());
  }
  return all;
}

void report(benchmark::State& state, const Sample& sample) {
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * sample.values));
}

void encode(benchmark::State& state, const Sample& sample, References references) {
  BlockEncoder encoder(references);
  std::vector<std::byte> bytes;
  std::uint64_t written = 0;
  for (auto _ : state) {
    written = 0;
    for (const SampledBlock& block : sample.blocks) {
      bytes.clear();
      encoder.encode({block.starts(), block.columns}, block.lines, bytes);
      written += bytes.size();
    }
  }
  report(state, sample);
  state.counters["bits_a_value"] =
      8 * static_cast<double>(written) / static_cast<double>(sample.values);
}

// Decodes as far as a probe needs, or all values.
void decode(benchmark::State& state, const Sample& sample, References references, bool unpack) {
  const auto all = encoded(sample, references);
  BlockDecoder decoder;
  PackedBlock packed;
  std::vector<std::int8_t> halved;
  for (auto _ : state) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      const SampledBlock& block = sample.blocks[i];
      if (!decoder.decode(all[i], block.rows, block.columns, packed).empty()) {
        state.SkipWithError("a block does not decode");
        return;
      }
      if (unpack) packed.unpack(halved);
      benchmark::DoNotOptimize(halved.data());
    }
  }
  report(state, sample);
}

// Reads single values of decoded blocks, like a probe that finds its block in the cache.
void look_up(benchmark::State& state, const Sample& sample, References references) {
  const auto all = encoded(sample, references);
  BlockDecoder decoder;
  std::vector<PackedBlock> decoded(std::min<std::size_t>(all.size(), 256));
  for (std::size_t i = 0; i < decoded.size(); ++i) {
    const SampledBlock& block = sample.blocks[i * all.size() / decoded.size()];
    const auto& bytes = all[i * all.size() / decoded.size()];
    decoder.decode(bytes, block.rows, block.columns, decoded[i]);
  }
  std::uint32_t random = 1;
  for (auto _ : state) {
    random = random * 1664525 + 1013904223;
    const PackedBlock& block = decoded[(random >> 24) % decoded.size()];
    benchmark::DoNotOptimize(
        block.halved((random >> 16) % block.rows, (random >> 8) % block.columns));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()));
}

void add_benchmarks(const Sample& sample) {
  const std::map<std::string, References> kinds = {{"packed", References::no},
                                                   {"referenced", References::yes}};
  for (const auto& [name, references] : kinds) {
    const auto add = [&name = name](const std::string& what, auto run) {
      benchmark::RegisterBenchmark((name + "/" + what).c_str(), run);
    };
    add("encode",
        [&sample, references = references](auto& state) { encode(state, sample, references); });
    add("decode", [&sample, references = references](auto& state) {
      decode(state, sample, references, false);
    });
    add("decode_and_unpack", [&sample, references = references](auto& state) {
      decode(state, sample, references, true);
    });
    add("look_up",
        [&sample, references = references](auto& state) { look_up(state, sample, references); });
  }
}

}  // namespace
}  // namespace pipo

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (argc < 2) {
    std::cerr << "usage: bench_codec TABLE_FOLDER [VALUES] [options of Google Benchmark]\n";
    return 2;
  }
  try {
    const pipo::Table table(argv[1]);
    const pipo::Sample sample =
        pipo::read_sample(table, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 16'000'000);
    std::cout << sample.values << " values in " << sample.blocks.size() << " blocks\n";
    pipo::add_benchmarks(sample);
    benchmark::RunSpecifiedBenchmarks();
  } catch (const std::exception& error) {
    std::cerr << "bench_codec: " << error.what() << '\n';
    return 1;
  }
  return 0;
}
