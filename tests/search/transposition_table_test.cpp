#include "search/transposition_table.hpp"

#include <gtest/gtest.h>

#include <random>
#include <unordered_map>

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
    const Entry* const entry = table.find(open);
    if (entry == nullptr) continue;
    ASSERT_TRUE(entry->open == open && is_right(*entry));
    ++found;
  }
  // Some buckets overflow before the table grows.
  EXPECT_GT(found, kept.size() / 100 * 90);
  EXPECT_EQ(table.find(kept.front() ^ (EdgeSet{1} << 63)), nullptr);
}

TEST(TranspositionTable, NeverReturnsTheEntryOfAnotherPosition) {
  TranspositionTable table(4096);
  std::mt19937_64 random(2);
  for (int i = 0; i < 100'000; ++i) {
    const EdgeSet open = random() % 5000 + 1;
    if (const Entry* const entry = table.find(open)) {
      ASSERT_TRUE(entry->open == open && is_right(*entry));
    }
    table.keep(entry_of(open));
    ASSERT_NE(table.find(open), nullptr);
  }
}

TEST(TranspositionTable, GrowsToItsMemoryLimit) {
  for (const std::size_t bytes : {std::size_t{4096}, std::size_t{1} << 19, std::size_t{1} << 21}) {
    TranspositionTable table(bytes + bytes / 2);
    for (EdgeSet open = 1; open <= 500'000; ++open) table.keep(entry_of(open));
    std::size_t kept = 0;
    for (EdgeSet open = 1; open <= 500'000; ++open) kept += table.find(open) != nullptr;
    EXPECT_LE(kept, bytes / sizeof(Entry));
    EXPECT_GT(kept, bytes / sizeof(Entry) * 9 / 10);
  }
}

TEST(TranspositionTable, KeepsTheEntriesThatTookMostWork) {
  TranspositionTable table(4096);
  for (EdgeSet open = 1; open <= 20; ++open) table.keep({open, 0, 0, -1, 40});
  for (EdgeSet open = 1000; open < 9000; ++open) table.keep({open, 0, 0, -1, 1});
  int kept = 0;
  for (EdgeSet open = 1; open <= 20; ++open) kept += table.find(open) != nullptr;
  EXPECT_GE(kept, 19);
}

TEST(TranspositionTable, ALaterEntryReplacesTheEntryOfItsPosition) {
  TranspositionTable table(4096);
  table.keep({7, -3, 3, -1, 9});
  table.keep({7, -1, 3, 5, 0});
  EXPECT_EQ(table.find(7)->lower, -1);
  EXPECT_EQ(table.find(7)->edge, 5);
}

}  // namespace pipo::transposition_table_test
