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
      GetParam()->margins.raise_to_best(out.data(), sources.data(), count, n);
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
      GetParam()->margins.raise(out.data(), from, n);
      for (std::size_t i = 0; i < out.size(); ++i) {
        const int expected =
            i < n ? std::max<int>(before[i], worth(row[i], from.captured, handout)) : before[i];
        ASSERT_EQ(out[i], expected) << n << " values, at " << i;
      }
    }
  }
}

// Calls f(column, target) for each linked pair.
template <typename F>
void each_link(const ColumnLinks& links, F f) {
  for (const Segment& one : links.straight) {
    for (std::size_t i = 0; i < one.length; ++i) f(one.start + i, one.source + i);
  }
  for (const Patch& one : links.patches) {
    for (std::size_t i = 0; i < 64; ++i) {
      if (one.targets[i] != kNoTarget) f(one.start + i, one.source + one.targets[i]);
    }
  }
  for (std::size_t i = 0; i < links.strays; ++i) f(links.stray_columns[i], links.stray_targets[i]);
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
    each_link(links, raise);
    GetParam()->margins.raise_columns(out.data(), from, links);
    ASSERT_EQ(out, expected);
  }
}

// The set of options from `first` on, after a move to nim-value w; moves with a handout are loony.
int with_option(int before, int w, int handout, int first) {
  if (handout != 0 || w < first || w >= first + 8) return before;
  return before | static_cast<std::int8_t>(1 << (w - first));
}

class NimKernelsTest : public KernelsTest {
 protected:
  // Returns n nim-values and 64 arbitrary bytes after them.
  std::vector<std::int8_t> nim_values(std::size_t n) {
    std::vector<std::int8_t> row(n + 64);
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = static_cast<std::int8_t>(i < n ? random_() % 16 : random_());
    }
    return row;
  }
  // Returns sets of options, and arbitrary bytes after them.
  std::vector<std::int8_t> sets(std::size_t n) {
    std::vector<std::int8_t> row(n + 64);
    for (auto& set : row) set = static_cast<std::int8_t>(random_());
    return row;
  }
};

TEST_P(NimKernelsTest, RowsAndColumnsInsertTheirOptions) {
  for (const std::size_t n : {1, 7, 15, 63, 64, 65, 200}) {
    std::vector<std::vector<std::int8_t>> rows;
    std::vector<RowSource> sources;
    for (std::size_t i = 0; i < 4; ++i) rows.push_back(nim_values(n));
    for (std::size_t i = 0; i < 4; ++i) sources.push_back(source(rows[i], i < 3 ? 0 : 4));
    const auto before = sets(n);
    for (const int first : {0, 8}) {
      const GameKernels& kernels = GetParam()->nim_values.at(static_cast<std::size_t>(first / 8));
      auto out = before;
      kernels.raise_to_best(out.data(), sources.data(), 4, n);
      for (std::size_t i = 0; i < n; ++i) {
        int expected = before[i];
        for (const RowSource& one : sources) {
          expected = with_option(expected, one.row[i], one.handout, first);
        }
        ASSERT_EQ(out[i], expected) << n << " at " << i;
      }
      for (const RowSource& one : sources) {
        auto raised = before;
        kernels.raise(raised.data(), one, n);
        for (std::size_t i = 0; i < raised.size(); ++i) {
          const int expected =
              i < n ? with_option(before[i], one.row[i], one.handout, first) : before[i];
          ASSERT_EQ(raised[i], expected);
        }
      }
    }
  }
}

TEST_P(NimKernelsTest, ColumnLinksInsertTheirOptions) {
  const auto row = nim_values(1000);
  const std::vector<Segment> segments = {{3, 70, 500}, {100, 12, 0}};
  const std::vector<std::uint16_t> stray_columns = {0, 80, 601};
  const std::vector<std::uint32_t> stray_targets = {999, 0, 77};
  for (const auto& [handout, first] : {std::pair(0, 0), {0, 8}, {8, 0}}) {
    const std::vector<Patch> patches = {patch(200, 936, ~std::uint64_t{0}), patch(400, 17, 0xff31)};
    const ColumnLinks links{segments, patches, stray_columns.data(), stray_targets.data(), 3};
    auto expected = sets(700);
    auto out = expected;
    const auto insert = [&, handout = handout, first = first](std::size_t column,
                                                              std::size_t target) {
      expected[column] =
          static_cast<std::int8_t>(with_option(expected[column], row[target], handout, first));
    };
    each_link(links, insert);
    GetParam()
        ->nim_values.at(static_cast<std::size_t>(first / 8))
        .raise_columns(out.data(), source(row, handout), links);
    ASSERT_EQ(out, expected);
  }
}

TEST_P(NimKernelsTest, FinishingTakesTheLeastNumberThatIsNoOption) {
  for (const std::size_t n : {1, 63, 64, 65, 300}) {
    const auto before = sets(n);
    auto out = before;
    for (std::size_t i = 0; i < n; ++i) {
      if (out[i] == -1) out[i] = 0x7f;
    }
    const auto given = out;
    ASSERT_FALSE(GetParam()->finish_options(out.data(), n));
    for (std::size_t i = 0; i < out.size(); ++i) {
      int least = 0;
      while (i < n && (given[i] >> least & 1) != 0) ++least;
      ASSERT_EQ(out[i], i < n ? least : before[i]) << n << " at " << i;
    }
    for (const std::size_t at : {std::size_t{0}, n / 2, n - 1}) {  // all of 0 to 7 are options
      auto full = given;
      full[at] = -1;
      ASSERT_TRUE(GetParam()->finish_options(full.data(), n)) << n << " at " << at;
      ASSERT_EQ(full[at], 8);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, NimKernelsTest,
                         testing::ValuesIn(available_kernels()), [](const auto& kernels) {
                           return std::string(kernels.param->instructions);
                         });

INSTANTIATE_TEST_SUITE_P(EveryInstructionSet, KernelsTest, testing::ValuesIn(available_kernels()),
                         [](const auto& kernels) {
                           return std::string(kernels.param->instructions);
                         });

}  // namespace pipo::kernels_test
