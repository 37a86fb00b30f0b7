// The inner loops of the codec with references, a vector at a time where the processor can.
//
// Under each value of the reference line stands usually the same value, sometimes another one: a
// FrequencyTable says which, most frequent first. A value's *rank* is its place in that list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace pipo {

// Lines of bytes 0 to 15.
constexpr std::size_t kMaximumLineValue = 15;
// Ranks from this one on share one code.
constexpr std::uint8_t kEscape = 3;
constexpr std::size_t kCodesPerByte = 4;

// Of a line: lines are compared in so many places. All 256 would save 1% of the bytes.
using LineSample = std::array<std::uint8_t, 128>;

struct FrequencyTable {
  // [reference][rank]: a permutation for each reference value.
  std::array<std::array<std::uint8_t, 16>, 16> value{};
  // [rank][reference] of the ranks below kEscape, for look-ups inside a register.
  std::array<std::array<std::uint8_t, 16>, kEscape> by_rank{};
};

// The loops as compiled for one set of instructions.
struct FrequencyKernels {
  std::string_view instructions;

  // The codes min(rank, kEscape) of a line, packed two bits each, lowest first, and filled up to a
  // byte with zeros. The places where the code is kEscape are put into `escapes` (of at least
  // `length` entries). Returns how many there are.
  std::size_t (*codes_of_line)(const std::uint8_t* values, const std::uint8_t* reference,
                               const FrequencyTable& table, std::size_t length, std::byte* packed,
                               std::uint16_t* escapes);

  // The way back. Where the code is kEscape the value is left open.
  std::size_t (*values_of_line)(const std::byte* packed, const std::uint8_t* reference,
                                const FrequencyTable& table, std::size_t length,
                                std::uint8_t* values, std::uint16_t* escapes);

  // The first of the samples that agree with another one in most bytes. Those whose `open` is 0,
  // not 255, agree in none. At least one sample, as many of `open`.
  std::size_t (*most_alike)(std::span<const LineSample> samples, const std::uint8_t* open,
                            const LineSample& other);
};

// Those this processor can run, the fastest first; there is always one.
const std::vector<const FrequencyKernels*>& available_frequency_kernels();

inline const FrequencyKernels& frequency_kernels() {
  static const FrequencyKernels& fastest = *available_frequency_kernels().front();
  return fastest;
}

}  // namespace pipo
