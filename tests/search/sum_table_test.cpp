// The memory of a search of sums.
#include "search/sum_table.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

namespace pipo::graph::sum_table_test {
namespace {

// A half may have more words than 32 bits count.
TEST(SumTable, PlacesHoldEveryIndex) {
  const std::uint64_t most = std::uint64_t{1} << SumPlace::kIndexBits;
  for (const std::uint64_t hash : {std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max(),
                                   std::uint64_t{0x0123456789abcdef}}) {
    for (const std::uint64_t index :
         {std::uint64_t{0}, std::uint64_t{1}, (std::uint64_t{1} << 32) - 2,
          (std::uint64_t{1} << 32) - 1, std::uint64_t{1} << 32, most - 2}) {
      const std::uint64_t place = SumPlace::of(hash, index);
      EXPECT_NE(place, 0U);
      EXPECT_EQ(SumPlace::index(place), index);
      EXPECT_TRUE(SumPlace::has_tag(place, hash));
      EXPECT_FALSE(SumPlace::has_tag(place, hash ^ std::uint64_t{1} << 63));
    }
  }
}

TEST(SumTable, RemembersWhatItKeeps) {
  SumTable table(0);
  std::vector<PartId> parts;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    parts.assign(i % 5, i);
    const SumTable::Key key{.strings = i, .parts = parts};
    EXPECT_FALSE(table.find(key, key.hash()));
    const int value = static_cast<int>(i % 100);
    table.keep(key, key.hash(), {.lower = -value, .upper = value, .best = i});
    const auto found = table.find(key, key.hash());
    ASSERT_TRUE(found);
    EXPECT_EQ(found->lower, -value);
    EXPECT_EQ(found->upper, value);
    EXPECT_EQ(found->best, i);
  }
}

}  // namespace
}  // namespace pipo::graph::sum_table_test
