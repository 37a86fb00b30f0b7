// Bounds by position, compared with a map.
#include "probe/table/known_bounds.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace pipo::known_bounds_test {

TEST(KnownBounds, AreTheNarrowestGiven) {
  std::mt19937_64 random(7);
  KnownBounds known;
  std::map<EdgeSet, std::pair<int, int>> expected;
  EXPECT_EQ(known.of(0).low, -kSmallBoardEdges);
  for (int i = 0; i < 20'000; ++i) {
    const EdgeSet position = random() % 3 == 0 ? random() % 16 : random() % 3000 << 40;
    auto& [low, high] =
        expected.try_emplace(position, -kSmallBoardEdges, kSmallBoardEdges).first->second;
    const int bound = static_cast<int>(random() % 50);
    if (random() % 2 == 0) {
      known.raise(position, -bound);
      low = std::max(low, -bound);
    } else {
      known.lower(position, bound);
      high = std::min(high, bound);
    }
    ASSERT_EQ(known.of(position).low, low);
    ASSERT_EQ(known.of(position).high, high);
  }
  for (const auto& [position, bounds] : expected) {
    ASSERT_EQ(known.of(position).low, bounds.first);
    ASSERT_EQ(known.of(position).high, bounds.second);
  }
  EXPECT_EQ(known.of(12345).high, kSmallBoardEdges);
  EXPECT_TRUE(known.add(12345));
  EXPECT_FALSE(known.add(12345));
  EXPECT_EQ(known.of(12345).low, -kSmallBoardEdges);
  EXPECT_EQ(known.of(12345).high, kSmallBoardEdges);
  known.set(12345, 3);
  EXPECT_FALSE(known.add(12345));
  EXPECT_EQ(known.of(12345).low, 3);
  EXPECT_EQ(known.of(12345).high, 3);
}

}  // namespace pipo::known_bounds_test
