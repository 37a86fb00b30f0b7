// Sweeps of positions, and a position whose sweep needs the disk.
#pragma once

#include <cstdint>

#include "pipopipette/notation.hpp"
#include "solve/start_sweep.hpp"

namespace pipo::test {

// Returns the sweep of a position with the cut that takes the least time.
inline StartSweep sweep_of(const Position& start) {
  return StartSweep(start, 0, *size_of_sweep(start).cut);
}

inline const Position kSweptOnDisk = parse_position("4x4:0000000010100000001000100001000000010000");

// Bytes. In memory the sweep takes 43 million or more.
constexpr std::uint64_t kMemoryWithDisk = 40'000'000;

}  // namespace pipo::test
