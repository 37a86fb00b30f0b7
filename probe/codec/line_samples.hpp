// Samples of lines of small numbers, arranged so that one line is compared with many others
// quickly. The encoder thus finds the reference of a line (referenced_lines.hpp).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pipo {

// The numbers at 128 places of a line. Comparing all 256 would save 1% of the bytes.
using LineSample = std::array<std::uint8_t, 128>;

// Returns the places of a sample, evenly spread over a line of up to 256 numbers.
LineSample sample_places(std::size_t length);

// A sample as bits, so that whole words are compared: plane p has bit p of each number, for all
// bits of the greatest number.
constexpr std::size_t kMostPlanes = 4;
constexpr std::size_t kSampleWords = 2;
using SampleBits = std::array<std::array<std::uint64_t, kSampleWords>, kMostPlanes>;

// The samples of eight lines side by side.
struct alignas(64) SampleGroup {
  static constexpr std::size_t kLines = 8;

  // Adds the sample of a line. `index` is its index among the lines of all groups, at most 255.
  void set(std::size_t index, const SampleBits& sample);

  // [plane][word][line]
  std::array<std::array<std::array<std::uint64_t, kLines>, kSampleWords>, kMostPlanes> words{};
  // 0 if there is no line, else its score if all 128 places agree: 256 for each place, and 255 -
  // index, so that the first of equally good lines has the highest score.
  std::array<std::uint64_t, kLines> scores{};
};

// The loops, compiled for one instruction set.
struct SampleKernels {
  std::string_view instructions;

  // Takes the numbers of a line at sample_places(length). A line of up to 128 numbers is taken
  // whole and padded with zeros, in which all lines agree.
  LineSample (*sample_of)(const std::uint8_t* line, std::size_t length, const LineSample& places);

  // Splits a sample into planes.
  SampleBits (*bits_of)(const LineSample& sample, std::uint8_t greatest);

  // Returns the index of the line that agrees with the sample in most places, the first of several.
  // The line with index 0 must be in the groups. Compares `planes` planes, 1 to kMostPlanes.
  std::size_t (*most_alike)(std::span<const SampleGroup> groups, const SampleBits& sample,
                            std::size_t planes);
};

// Returns the kernels that this processor can run, the fastest first; there is always at least one.
const std::vector<const SampleKernels*>& available_sample_kernels();

inline const SampleKernels& sample_kernels() {
  return *available_sample_kernels().front();
}

}  // namespace pipo
