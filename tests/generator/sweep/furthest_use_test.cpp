// The tile needed latest, compared with a plain list.
#include "generator/sweep/furthest_use.hpp"

#include <gtest/gtest.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>

#include "tests/support/sanitized.hpp"

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

#ifdef __GLIBC__
// The heap in use, after entries for all of these steps were added and lists emptied in this way.
template <typename Empty>
std::size_t bytes_left(FurthestUse& queue, std::uint32_t steps, Empty empty) {
  const std::size_t before = mallinfo2().uordblks;
  for (std::uint32_t i = 0; i < 50 * steps; ++i) queue.add({.use = i % steps, .tile = i});
  EXPECT_GT(mallinfo2().uordblks, before + 50 * steps * sizeof(Entry));
  empty();
  const std::size_t after = mallinfo2().uordblks;
  return after - std::min(before, after);
}

TEST(FurthestUse, EmptyListsTakeNoMemory) {
  if (test::kSanitized) GTEST_SKIP() << "the sanitizer has a heap of its own";
  constexpr std::uint32_t kSteps = 1000;
  constexpr std::size_t kFew = 100'000;  // bytes; small pieces stay with the allocator
  FurthestUse queue(kSteps);
  EXPECT_LT(bytes_left(queue, kSteps, [&] { queue.pass(kSteps); }), kFew);
  FurthestUse popped(kSteps);
  const auto none = [](const Entry&) { return false; };
  EXPECT_LT(bytes_left(popped, kSteps, [&] { popped.furthest(none); }), kFew);
  FurthestUse reviewed(kSteps);
  const auto all = [](const Entry&) { return true; };
  EXPECT_LT(
      bytes_left(reviewed, kSteps, [&] { reviewed.review(50 * kSteps, all, [](const Entry&) {}); }),
      kFew);
}
#endif

}  // namespace pipo::furthest_use_test
