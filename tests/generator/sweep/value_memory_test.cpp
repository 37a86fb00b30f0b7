// Memory for values comes in pieces of few sizes, up to a limit.
#include "generator/sweep/value_memory.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>

namespace pipo::value_memory_test {

TEST(PieceBytes, HasFewSizesThatAreSlightlyLarger) {
  std::set<std::size_t> sizes;
  for (std::size_t bytes = 1; bytes < (std::size_t{1} << 28); bytes += 1 + bytes / 1000) {
    const std::size_t size = rounded_allocation(bytes);
    ASSERT_GE(size, bytes);
    ASSERT_LE(size, bytes + std::max<std::size_t>(bytes / 8, 64));
    ASSERT_EQ(rounded_allocation(size), size);
    sizes.insert(size);
  }
  EXPECT_LT(sizes.size(), 350U);
}

TEST(ValuePool, ReusesPieces) {
  ValuePool pool(1'000'000);
  for (const std::size_t bytes : {100, 10'000, 300'000}) {
    ValueMemory piece = pool.take(bytes);
    std::memset(piece.data(), 7, bytes);
    const std::int8_t* const at = piece.data();
    const std::uint64_t all = pool.bytes();
    pool.give_back(std::move(piece));
    piece = pool.take(bytes - 5);
    EXPECT_EQ(piece.data(), at);
    EXPECT_EQ(pool.bytes(), all);
    pool.give_back(std::move(piece));
  }
}

// Either of two neighbours may be given back first.
TEST(ValuePool, MergesRangesOnBothSides) {
  for (const bool front_first : {true, false}) {
    constexpr std::size_t kHalf = 1 << 17;
    ValuePool pool(10'000'000);
    pool.give_back(pool.take(2 * kHalf));
    ValueMemory front = pool.take(kHalf);
    ValueMemory behind = pool.take(kHalf);
    const std::int8_t* const at = front.data();
    ASSERT_EQ(behind.data(), at + kHalf);
    if (front_first) pool.give_back(std::move(front));
    pool.give_back(std::move(behind));
    if (!front_first) pool.give_back(std::move(front));
    ValueMemory both = pool.take(2 * kHalf);
    EXPECT_EQ(both.data(), at);
    EXPECT_EQ(pool.bytes(), 2 * kHalf);
  }
}

TEST(ValuePool, StaysWithinItsLimit) {
  constexpr std::uint64_t kLimit = 3'000'000;
  ValuePool pool(kLimit);
  std::vector<ValueMemory> out;
  std::uint64_t bytes_out = 0;
  std::mt19937_64 random(1);
  for (int round = 0; round < 5000; ++round) {
    const std::size_t wanted = 1 + (random() % 4 == 0 ? random() % 400'000 : random() % 5000);
    while (bytes_out + rounded_allocation(wanted) > kLimit) {
      const std::size_t at = random() % out.size();
      std::swap(out[at], out.back());
      bytes_out -= out.back().bytes();
      pool.give_back(std::move(out.back()));
      out.pop_back();
    }
    out.push_back(pool.take(wanted));
    bytes_out += out.back().bytes();
    ASSERT_EQ(out.back().bytes(), rounded_allocation(wanted));
    std::memset(out.back().data(), round, wanted);
    ASSERT_LE(pool.bytes(), kLimit);
    ASSERT_GE(pool.bytes(), bytes_out);
  }
  // A piece larger than the limit is allocated nevertheless.
  EXPECT_NE(pool.take(2 * kLimit).data(), nullptr);
}

}  // namespace pipo::value_memory_test
