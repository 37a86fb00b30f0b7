// Measured costs of making tables; docs/performance.md has commands and machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace pipo::measured {

// Costs by the number of columns of a half (1 to 5), measured on 1x12, 2x7 and 2x8, 3x4 and 3x5,
// 4x4 and full-size sections of 4x5. For 5 columns nothing large enough was made; small sections
// cost more.
struct Cost {
  double bits_a_value;  // of a file's blocks
  // Processor time for each value of the table's sections, all work included: for a seam that is a
  // line, and for one that is a row of boxes, which has three times the edges.
  double nanoseconds_line;
  double nanoseconds_row;

  double nanoseconds_a_value(bool row) const { return row ? nanoseconds_row : nanoseconds_line; }
};
constexpr std::array<Cost, 5> kCosts = {{{0.42, 7.3, 7.3},
                                         {0.72, 8.6, 8.6},
                                         {1.07, 11.1, 11.1},
                                         {1.43, 10.4, 13.0},
                                         {1.7, 12.0, 30.0}}};

constexpr const Cost& cost(int columns) {
  return kCosts[static_cast<std::size_t>(std::clamp(columns, 1, 5) - 1)];
}

// Factor by which tables with a start take more bits (2x8 to 2x10, 3x6, 3x7, 4x4 and 4x5 icelandic:
// 1.5 to 2.7).
constexpr double kStartBits = 1.8;

// Bytes of a file besides its blocks: the header, and for each block an index entry and its frame.
constexpr std::uint64_t kBytesALayer = 656;
constexpr std::uint64_t kBytesABlock = 36;

// Processor time for each block, however small, in addition to its values. Measured on 3x5 with
// starts, which have small sections, and on 4x5 icelandic, whose seam is a row of four boxes.
constexpr double block_nanoseconds(int columns, bool row) {
  return row && columns == 4 ? 60'000 : 14'000;
}

// Result of calibrate(), in seconds, on a machine for which these costs predict the right time:
// with it, 4x4 and 3x5 took as long as planned.
constexpr double kCalibration = 0.048;

// Seconds for starting up and for waiting for the disk at the end.
constexpr double kStartup = 0.03;

// How often the values of a table are decoded while it is made, if the schedule has not been
// simulated: a guess from 4x5 with a fifteenth of its values in memory.
constexpr double kReadBackOfTheLargest = 3.0;

// The same for sections divided into so many tiles that they are not simulated: 2x10 within 14 GiB.
constexpr double kReadBackOfManyTiles = 9.9;

// Processor time for each value read back: decoding it, and memory for it (4x4 with 1 GiB).
constexpr double kDecodeNanoseconds = 3.3;

// Processor time for each value that one rank copies from the memory of another: for both together,
// 0.32 ns each to send or receive it (Open MPI, tiles of 4 MiB), and 0.17 ns to hash it.
constexpr double kFetchNanoseconds = 0.98;

}  // namespace pipo::measured
