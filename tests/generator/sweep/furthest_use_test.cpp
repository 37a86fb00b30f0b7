// The tile needed latest, compared with a plain list.
#include "generator/sweep/furthest_use.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace pipo::furthest_use_test {

using Entry = FurthestUse::Entry;

// An entry stays when its tile leaves the list; only its mark is then outdated.
TEST(FurthestUse, EqualsThatOfAPlainList) {
  constexpr std::uint32_t kTiles = 60;
  constexpr std::uint32_t kSteps = 40;
  FurthestUse queue(kSteps);
  std::map<TileNumber, Entry> list;
  const auto counts = [&list](const Entry& entry) {
    const auto listed = list.find(entry.tile);
    return listed != list.end() && listed->second.mark == entry.mark;
  };
  std::mt19937_64 random(7);
  EXPECT_FALSE(queue.furthest(counts));
  for (std::uint64_t round = 1; round < 20'000; ++round) {
    const auto tile = static_cast<TileNumber>(random() % kTiles);
    if (list.erase(tile) == 0 && round % 500 < 300) {
      const auto step = static_cast<std::uint32_t>(random() % kSteps);
      list[tile] = {.use = step, .tile = tile, .mark = round};
      queue.add(list[tile]);
    }
    std::uint32_t last = 0;
    for (const auto& [of_list, entry] : list) last = std::max(last, entry.use);
    const auto furthest = queue.furthest(counts);
    ASSERT_EQ(furthest.has_value(), !list.empty());
    if (!furthest) continue;
    ASSERT_EQ(furthest->use, last);
    ASSERT_EQ(list.at(furthest->tile).mark, furthest->mark);
    if (round % 7 != 0) continue;
    queue.pop();
    list.erase(furthest->tile);
  }
}

TEST(FurthestUse, PassedStepsAreForgotten) {
  FurthestUse queue(10);
  for (const std::uint32_t step : {2U, 3U, 3U, 5U}) queue.add({.use = step, .tile = step});
  const auto any = [](const Entry&) { return true; };
  queue.pass(4);
  EXPECT_EQ(queue.furthest(any)->use, 5U);
  queue.pop();
  EXPECT_FALSE(queue.furthest(any));
  queue.pass(8);
  queue.add({.use = 9, .tile = 1});
  EXPECT_EQ(queue.furthest(any)->tile, 1U);
}

TEST(FurthestUse, OutdatedEntriesAreRenewedInTheOrderOfTheirUses) {
  FurthestUse queue(64, 2);
  for (std::uint32_t step = 0; step < 32; ++step) queue.add({.use = step, .tile = step});
  std::vector<TileNumber> renewed;
  queue.review(
      16, [](const Entry& entry) { return entry.use < 10; },
      [&](const Entry& entry) {
        renewed.push_back(entry.tile);
        queue.add({.use = 40 + entry.use, .tile = entry.tile});
      });
  std::ranges::sort(renewed);
  EXPECT_EQ(renewed, (std::vector<TileNumber>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  const auto any = [](const Entry&) { return true; };
  std::size_t count = 0;
  for (; const auto entry = queue.furthest(any); queue.pop())
    EXPECT_EQ(entry->use >= 40, count++ < 10);
  EXPECT_EQ(count, 32U);
}

}  // namespace pipo::furthest_use_test
