// What making tables was measured to cost; see docs/performance.md for commands and machine.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace pipo::measured {

// By the number of columns of a half (1 to 5), taken from 1x12, 2x7 and 2x8, 3x4 and 3x5, 4x4 and
// full-size sections of 4x5; with 5 nothing large enough was made, and small sections cost more.
struct Cost {
  double bits_a_value;  // of a file's blocks
  // Of processor time, all of making a table, for each value of its sections: where the seam is a
  // line, and where it is a row of boxes, which has three times the edges.
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

// Tables with a start take so many times the bits (2x8 to 2x10, 3x6, 3x7, 4x4 and 4x5
// icelandic: 1.5 to 2.7 times).
constexpr double kStartBits = 1.8;

// With --square, blocks take this part of what they take without (4x4).
constexpr double kSquareBlocks = 0.585;

// Bytes of a file beside its blocks: the header, an index entry a block and the frame around it.
constexpr std::uint64_t kBytesALayer = 656;
constexpr std::uint64_t kBytesABlock = 36;

// Processor time for each block besides, however small (3x5 with starts, whose sections are; where
// the seam is a row of four boxes, 4x5 icelandic).
constexpr double block_nanoseconds(int columns, bool row) {
  return row && columns == 4 ? 60'000 : 14'000;
}

// The time of calibrate() on a machine on which plans by these costs are right, in seconds: with it
// 4x4 and 3x5 were planned as they took.
constexpr double kCalibration = 0.048;

// Starting up and waiting for the disk at the end, in seconds.
constexpr double kStartup = 0.03;

// How often the values of a table are decoded while it is made, where nobody has gone through the
// schedule: a guess from 4x5 with a fifteenth of its values in memory.
constexpr double kReadBackOfTheLargest = 3.0;

// Processor time for a value that is read back: decoding it, and memory for it (4x4 with 1 GiB).
constexpr double kDecodeNanoseconds = 3.3;

// The same for a value that one rank has in memory and sends to another one, of both, and memory
// for it; by one thread of each (4x4 by two ranks with 900 MiB).
constexpr double kFetchNanoseconds = 2.2;

}  // namespace pipo::measured
