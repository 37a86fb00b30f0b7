// Compares every version of the kernels with the definition, one value at a time.
#include "generator/kernels/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace pipo::kernels_test {

int worth(int w, int captured, int handout) {
  return handout == 0 ? -(captured + w) : -(captured + std::max(w, -handout - w));
}

class KernelsTest : public testing::TestWithParam<const Kernels*> {
 protected:
  // Returns n margins and 64 arbitrary bytes after them, because vectors reach that far.
  std::vector<std::int8_t> margins(std::size_t n) {
    std::uniform_int_distribution<int> margin(-32, 32);
    std::vector<std::int8_t> row(n + 64);
    for (std::size_t i = 0; i < n; ++i) row[i] = static_cast<std::int8_t>(margin(random_));
    for (std::size_t i = n; i < row.size(); ++i) row[i] = static_cast<std::int8_t>(random_());
    return row;
  }
  RowSource source(const std::vector<std::int8_t>& row, int handout) {
    return {row.data(),
            static_cast<std::int8_t>(std::uniform_int_distribution<int>(0, 25)(random_)),
            static_cast<std::int8_t>(handout)};
  }
  // Returns a patch with random targets among 64 columns, within a row of 1000.
  Patch patch(std::uint16_t start, std::uint32_t source, std::uint64_t columns) {
    Patch patch{source, start, {}};
    patch.targets.fill(kNoTarget);
    for (std::size_t i = 0; i < 64; ++i) {
      if ((columns >> i & 1) == 0) continue;
      patch.targets[i] = static_cast<std::uint8_t>(random_() % std::min(64U, 1000 - source));
    }
    return patch;
  }
  std::mt19937_64 random_{1};
};

TEST_P(KernelsTest, RaiseToBestTakesTheBestSource) {
  for (const std::size_t n : {1, 15, 63, 64, 65, 200, 256}) {
    for (std::size_t count = 0; count <= 6; ++count) {
      std::vector<std::vector<std::int8_t>> rows;
      std::vector<RowSource> sources;
      for (std::size_t i = 0; i < count; ++i) rows.push_back(margins(n));
      for (std::size_t i = 0; i < count; ++i)
        sources.push_back(source(rows[i], i < 3 ? 0 : i % 2 ? 4 : 8));
      auto out = margins(n);
      const auto before = out;
      GetParam()->raise_to_best(out.data(), sources.data(), count, n);
      for (std::size_t i = 0; i < n; ++i) {
        int best = before[i];
        for (const RowSource& s : sources)
          best = std::max(best, worth(s.row[i], s.captured, s.handout));
        ASSERT_EQ(out[i], best) << n << " values, " << count << " sources, at " << i;
      }
    }
  }
}

TEST_P(KernelsTest, RaiseWritesExactlyItsColumns) {
  for (std::size_t n = 0; n <= 150; ++n) {
    for (const int handout : {0, 4, 8}) {
      const auto row = margins(n);
      const RowSource from = source(row, handout);
      auto out = margins(n);
      const auto before = out;
      GetParam()->raise(out.data(), from, n);
      for (std::size_t i = 0; i < out.size(); ++i) {
        const int expected =
            i < n ? std::max<int>(before[i], worth(row[i], from.captured, handout)) : before[i];
        ASSERT_EQ(out[i], expected) << n << " values, at " << i;
      }
    }
  }
}

TEST_P(KernelsTest, RaiseColumnsFollowsItsLinks) {
  const auto row = margins(1000);
  const std::vector<Segment> segments = {{3, 70, 500}, {100, 12, 0}};
  const std::vector<std::uint16_t> stray_columns = {0, 80, 601};
  const std::vector<std::uint32_t> stray_targets = {999, 0, 77};
  for (const int handout : {0, 4, 8}) {
    const std::vector<Patch> patches = {
        patch(200, 936, ~std::uint64_t{0}), patch(300, 0, random_() | std::uint64_t{1} << 63),
        patch(400, 17, 0x8000'0000'00ff'f0b1), patch(500, 999, 1), patch(636, 600, 0xfff0)};
    const ColumnLinks links{segments, patches, stray_columns.data(), stray_targets.data(), 3};
    auto expected = margins(700);
    auto out = expected;
    const RowSource from = source(row, handout);
    const auto raise = [&](std::size_t column, std::size_t target) {
      expected[column] = static_cast<std::int8_t>(
          std::max<int>(expected[column], worth(row[target], from.captured, handout)));
    };
    for (std::size_t i = 0; i < 70; ++i) raise(3 + i, 500 + i);
    for (std::size_t i = 0; i < 12; ++i) raise(100 + i, i);
    for (const Patch& one : patches) {
      for (std::size_t i = 0; i < 64; ++i) {
        if (one.targets[i] != kNoTarget) raise(one.start + i, one.source + one.targets[i]);
      }
    }
    for (std::size_t i = 0; i < 3; ++i) raise(stray_columns[i], stray_targets[i]);
    GetParam()->raise_columns(out.data(), from, links);
    ASSERT_EQ(out, expected);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, KernelsTest, testing::ValuesIn(available_kernels()),
                         [](const auto& kernels) {
                           return std::string(kernels.param->instructions);
                         });

}  // namespace pipo::kernels_test
