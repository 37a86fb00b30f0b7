// Random numbers that are equal on every machine and with every compiler, unlike the distributions
// of the standard library.
#pragma once

#include <cstdint>

namespace pipo {

// Applies the finalizer of SplitMix64: a permutation of the 64-bit numbers that leaves no pattern.
constexpr std::uint64_t scrambled(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

// The generator SplitMix64.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t stream) : state_(scrambled(seed) + scrambled(~stream)) {}

  std::uint64_t next() { return scrambled(state_ += 0x9e3779b97f4a7c15ULL); }

  // Returns a number from 0 to bound - 1. The bias is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{next()} * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace pipo
