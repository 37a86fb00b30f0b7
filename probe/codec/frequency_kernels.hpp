// The inner loops of the codec with references, with vector instructions if the processor has them.
//
// A value usually depends on the value in the same place of the reference line. For each reference
// value a FrequencyTable lists the values that occur under it, most frequent first. The *rank* of a
// value is its index in that list.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pipo {

// Lines consist of bytes from 0 to 15.
constexpr std::size_t kMaximumLineValue = 15;
// The code shared by all ranks >= 3.
constexpr std::uint8_t kEscape = 3;
constexpr std::size_t kCodesPerByte = 4;

struct FrequencyTable {
  // [reference][rank]: a permutation for each reference value.
  std::array<std::array<std::uint8_t, 16>, 16> value{};
  // [rank][reference] for ranks below kEscape, for look-ups inside a register.
  std::array<std::array<std::uint8_t, 16>, kEscape> by_rank{};
};

// The loops, compiled for one instruction set.
struct FrequencyKernels {
  std::string_view instructions;

  // Writes the codes min(rank, kEscape) of a line, two bits each, lowest first, padded with zeros
  // to a whole byte. Writes the places with code kEscape to `escapes`, which needs room for at
  // least `length` entries. Returns the number of escapes.
  std::size_t (*codes_of_line)(const std::uint8_t* values, const std::uint8_t* reference,
                               const FrequencyTable& table, std::size_t length, std::byte* packed,
                               std::uint16_t* escapes);

  // Decodes a line. Values with code kEscape are unspecified; their places go to `escapes`, which
  // needs room for at least `length` entries. Returns the number of escapes.
  std::size_t (*values_of_line)(const std::byte* packed, const std::uint8_t* reference,
                                const FrequencyTable& table, std::size_t length,
                                std::uint8_t* values, std::uint16_t* escapes);

  // Counts the codes kEscape of `count` lines that follow each other. Writes to `before`, for each
  // line, the number in the lines before it. Returns the number in all lines.
  std::uint32_t (*count_escapes)(const std::byte* lines, std::size_t count, std::size_t length,
                                 std::uint16_t* before);
};

// Returns the kernels that this processor can run, the fastest first; there is always at least one.
const std::vector<const FrequencyKernels*>& available_frequency_kernels();

inline const FrequencyKernels& frequency_kernels() {
  return *available_frequency_kernels().front();
}

}  // namespace pipo
