#include "search/transposition_table.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "probe/base/in_parallel.hpp"

namespace pipo::transposition_table_test {

using Entry = TranspositionTable::Entry;

Entry entry_of(EdgeSet open) {
  return {open, static_cast<std::int8_t>(open % 50), static_cast<std::int8_t>(open % 60),
          static_cast<std::int8_t>(open % 40), static_cast<std::uint8_t>(open % 30)};
}

bool is_right(const Entry& entry) {
  const Entry right = entry_of(entry.open);
  return entry.lower == right.lower && entry.upper == right.upper && entry.edge == right.edge &&
         entry.work == right.work;
}

TEST(TranspositionTable, KeepsNearlyAllEntriesWithinItsMemory) {
  TranspositionTable table(std::size_t{64} << 20);
  std::mt19937_64 random(1);
  std::vector<EdgeSet> kept;
  for (int i = 0; i < 300'000; ++i) {
    kept.push_back(random() >> 4 | 1);
    table.keep(entry_of(kept.back()));
  }
  std::size_t found = 0;
  for (const EdgeSet open : kept) {
    const auto entry = table.find(open);
    if (!entry) continue;
    ASSERT_TRUE(entry->open == open && is_right(*entry));
    ++found;
  }
  // Some buckets overflow before the table grows.
  EXPECT_GT(found, kept.size() / 100 * 90);
  EXPECT_FALSE(table.find(kept.front() ^ (EdgeSet{1} << 63)));
}

TEST(TranspositionTable, NeverReturnsTheEntryOfAnotherPosition) {
  TranspositionTable table(4096);
  std::mt19937_64 random(2);
  for (int i = 0; i < 100'000; ++i) {
    const EdgeSet open = random() % 5000 + 1;
    if (const auto entry = table.find(open)) {
      ASSERT_TRUE(entry->open == open && is_right(*entry));
    }
    table.keep(entry_of(open));
    ASSERT_TRUE(table.find(open));
  }
}

TEST(TranspositionTable, GrowsToItsMemoryLimit) {
  for (const std::size_t bytes : {std::size_t{4096}, std::size_t{1} << 19, std::size_t{1} << 21}) {
    TranspositionTable table(bytes + bytes / 2);
    for (EdgeSet open = 1; open <= 500'000; ++open) table.keep(entry_of(open));
    std::size_t kept = 0;
    for (EdgeSet open = 1; open <= 500'000; ++open) kept += table.find(open).has_value();
    const std::size_t entries = bytes / 64 * TranspositionTable::kBucketEntries;
    EXPECT_LE(kept, entries);
    EXPECT_GT(kept, entries * 9 / 10);
  }
}

TEST(TranspositionTable, KeepsTheEntriesThatTookMostWork) {
  TranspositionTable table(4096);
  for (EdgeSet open = 1; open <= 20; ++open) table.keep({open, 0, 0, -1, 40});
  for (EdgeSet open = 1000; open < 9000; ++open) table.keep({open, 0, 0, -1, 1});
  int kept = 0;
  for (EdgeSet open = 1; open <= 20; ++open) kept += table.find(open).has_value();
  EXPECT_GE(kept, 19);
}

// Threads keep and find entries of the same few buckets, and of a table that grows.
TEST(TranspositionTable, ThreadsFindOnlyRightEntries) {
  for (const std::size_t bytes : {std::size_t{4096}, std::size_t{16} << 20}) {
    TranspositionTable table(bytes);
    std::atomic<std::uint64_t> found = 0, wrong = 0;
    in_parallel(4, 4, [&](std::size_t thread) {
      const TranspositionTable::User user(table);
      std::mt19937_64 random(thread);
      for (int i = 0; i < 200'000; ++i) {
        const EdgeSet open = bytes == 4096 ? random() % 500 + 1 : random() % 300'000 + 1;
        table.keep(entry_of(open));
        const EdgeSet other = bytes == 4096 ? random() % 500 + 1 : random() % 300'000 + 1;
        if (const auto entry = table.find(other)) {
          ++found;
          wrong += entry->open != other || !is_right(*entry);
        }
      }
    });
    EXPECT_GT(found, 100'000U);
    EXPECT_EQ(wrong, 0U);
    if (bytes > 4096) {
      EXPECT_GT(table.bytes(), std::size_t{1} << 20);
    }
  }
}

// The full board has no open edges, as an empty entry has, and is worth 0.
TEST(TranspositionTable, KnowsTheFullBoardAtMost) {
  TranspositionTable table(std::size_t{1} << 20);
  for (EdgeSet open = 1; open <= 50'000; ++open) {
    table.keep({open, 3, 5, 7, 9});
    const auto full = table.find(0);
    ASSERT_TRUE(!full || (full->lower == 0 && full->upper == 0)) << open;
  }
}

TEST(TranspositionTable, ALaterEntryReplacesTheEntryOfItsPosition) {
  TranspositionTable table(4096);
  table.keep({7, -3, 3, -1, 9});
  table.keep({7, -1, 3, 5, 0});
  EXPECT_EQ(table.find(7)->lower, -1);
  EXPECT_EQ(table.find(7)->edge, 5);
}

}  // namespace pipo::transposition_table_test
