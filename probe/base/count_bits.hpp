// How many bits are set.
//
// A binary runs on any x86-64, so the compiler may not use popcnt, and std::popcount becomes a call
// into a library that looks up eight bits at a time. Edges are counted many times on the way to
// every value: this takes a quarter off a warm probe.
#pragma once

#include <bit>
#include <cstdint>

namespace pipo {

constexpr int count_bits(std::uint64_t bits) {
#if defined(__POPCNT__) || !defined(__x86_64__)
  return std::popcount(bits);
#else
  // In pairs, in fours, in bytes, and the bytes added up in the highest one.
  bits -= bits >> 1 & 0x5555'5555'5555'5555;
  bits = (bits & 0x3333'3333'3333'3333) + (bits >> 2 & 0x3333'3333'3333'3333);
  bits = (bits + (bits >> 4)) & 0x0f0f'0f0f'0f0f'0f0f;
  return static_cast<int>(bits * 0x0101'0101'0101'0101 >> 56);
#endif
}

}  // namespace pipo
