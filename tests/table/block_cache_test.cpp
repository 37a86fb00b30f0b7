// The cache returns inserted blocks or nothing, and stays within its limit.
#include "probe/table/block_cache.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "probe/codec/packed_block.hpp"

namespace pipo::block_cache_test {

// A block of one row whose values encode its key.
PackedBlock block_of(BlockKey key, std::size_t bytes) {
  PackedBlock block;
  block.rows = 1;
  block.columns = static_cast<std::uint32_t>(bytes);
  block.line_bytes = block.columns;
  block.bits = 8;
  block.packed.assign(bytes, static_cast<std::byte>(key % 100));
  return block;
}

TEST(BlockCache, ReturnsInsertedBlocks) {
  BlockCache cache(1 << 22);
  EXPECT_FALSE(cache.find_halved(1, 0, 0).has_value());
  for (BlockKey key = 0; key < 1000; ++key) cache.insert(key << 24, block_of(key, 100));
  for (BlockKey key = 0; key < 1000; ++key) {
    EXPECT_EQ(cache.find_halved(key << 24, 0, 99), static_cast<int>(key % 100));
  }
  cache.insert(0, block_of(77, 100));  // already there
  EXPECT_EQ(cache.find_halved(0, 0, 0), 0);
}

TEST(BlockCache, StaysWithinItsLimit) {
  for (const std::size_t limit :
       {std::size_t{0}, std::size_t{1000}, std::size_t{300'000}, std::size_t{5'000'000}}) {
    BlockCache cache(limit);
    std::mt19937_64 random(5);
    for (int i = 0; i < 20000; ++i) {
      const BlockKey key = random() % 3000;
      const std::optional<int> found = cache.find_halved(key, 0, 0);
      if (found) {
        EXPECT_EQ(*found, static_cast<int>(key % 100));
      } else {
        cache.insert(key, block_of(key, 1 + key % 2000));
      }
      ASSERT_LE(cache.bytes(), limit);
    }
  }
}

TEST(BlockCache, KeepsUsedBlocks) {
  BlockCache cache(400'000);
  cache.insert(1, block_of(1, 1000));
  for (BlockKey key = 2; key < 5000; ++key) {
    cache.insert(key, block_of(key, 1000));
    ASSERT_TRUE(cache.find_halved(1, 0, 0).has_value()) << key;
  }
  EXPECT_GT(cache.bytes(), 300'000U);
}

TEST(BlockCache, ManyThreads) {
  BlockCache cache(600'000);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (unsigned seed = 0; seed < 4; ++seed) {
    threads.emplace_back([&, seed] {
      std::mt19937_64 random(seed);
      for (int i = 0; i < 20000; ++i) {
        const BlockKey key = random() % 2000;
        const std::optional<int> found = cache.find_halved(key, 0, 0);
        if (!found) cache.insert(key, block_of(key, 500));
        if (found && *found != static_cast<int>(key % 100)) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace pipo::block_cache_test
