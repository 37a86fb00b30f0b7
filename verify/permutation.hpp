// The numbers 0 .. size - 1 in random order, computed place by place without storing them. So a
// sample of any size repeats nothing and takes no memory.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "verify/random.hpp"

namespace pipo {

// A Feistel network over the next power of four, applied until the result is below `size` (Black
// and Rogaway, Ciphers with arbitrary finite domains, 2002). On average it takes at most four
// steps, except for small sizes.
class Permutation {
 public:
  // The same seed gives the same order everywhere.
  Permutation(std::uint64_t size, std::uint64_t seed)
      : size_(size), key_(scrambled(seed)), half_bits_(half_bits(size)) {}

  std::uint64_t size() const { return size_; }

  // Returns the number at this place, 0 <= place < size.
  std::uint64_t operator[](std::uint64_t place) const {
    do place = mixed(place);
    while (place >= size_);
    return place;
  }

 private:
  // With fewer bits in each half there are too few networks for all orders to be equally likely.
  static constexpr int kLeastHalf = 4;
  static constexpr std::uint64_t kRounds = 8;

  static int half_bits(std::uint64_t size) {
    if (size < 2) return kLeastHalf;
    const int bits = static_cast<int>(std::bit_width(size - 1));
    return std::max(kLeastHalf, (bits + 1) / 2);
  }

  std::uint64_t mixed(std::uint64_t x) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = x >> half_bits_, right = x & mask;
    for (std::uint64_t round = 1; round <= kRounds; ++round) {
      const std::uint64_t turned = left ^ (scrambled(key_ + round * kStep + right) & mask);
      left = right;
      right = turned;
    }
    return left << half_bits_ | right;
  }

  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;

  std::uint64_t size_;
  std::uint64_t key_;
  int half_bits_;
};

}  // namespace pipo
