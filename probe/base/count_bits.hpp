// Counts the bits of a number without popcnt.
//
// A binary must run on any x86-64, so the compiler may not use popcnt, and std::popcount becomes a
// library call that looks up eight bits at a time; so does std::has_single_bit. Every lookup counts
// edges many times; count_bits() takes a quarter off the time of a probe with a warm cache.
#pragma once

#include <bit>
#include <cstdint>

namespace pipo {

constexpr int count_bits(std::uint64_t bits) {
#if defined(__POPCNT__) || !defined(__x86_64__)
  return std::popcount(bits);
#else
  // Sums pairs of bits, then groups of four, then bytes; the product adds all bytes in the highest.
  bits -= bits >> 1 & 0x5555'5555'5555'5555;
  bits = (bits & 0x3333'3333'3333'3333) + (bits >> 2 & 0x3333'3333'3333'3333);
  bits = (bits + (bits >> 4)) & 0x0f0f'0f0f'0f0f'0f0f;
  return static_cast<int>(bits * 0x0101'0101'0101'0101 >> 56);
#endif
}

constexpr bool has_single_bit(std::uint64_t bits) {
  return bits != 0 && (bits & (bits - 1)) == 0;
}

}  // namespace pipo
