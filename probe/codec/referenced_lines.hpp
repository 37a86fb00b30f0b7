// Lines of small numbers, each written by its difference from a line before it: its *reference*.
//
// For every number of a line counts only which rank it has among what usually stands under the
// number in the same place of the reference (frequency_kernels.hpp). Most ranks are 0. In memory,
// and before compression, that is
//
//     references     a byte for each line but the first: d, where the reference of line i is line
//                    i - 1 - d. The first line's is a line of zeros
//     rank lists     for each number from 0 to the greatest, g: the numbers 0 to g, most frequent
//                    under that number first; four bits each, lowest first, filled up to a byte
//     codes          two bits a number, lowest first, each line filled up to a byte: the rank, or 3
//                    for any rank from 3 on
//     second codes   two bits for each code 3, line by line: the rank less 3, or 3 for any from 6
//                    on; filled up to a byte
//     rest           a byte for each second code 3: the rank less 6
//
// One number can be read without the others: up the chain of its references to the first line, and
// down again through the rank lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "probe/codec/frequency_kernels.hpp"

namespace pipo {

constexpr std::uint32_t kMaximumLines = 256;
constexpr std::uint32_t kMaximumLineLength = 256;

// Where the parts stand.
struct ReferencedShape {
  ReferencedShape(std::uint32_t line_count, std::uint32_t line_length,
                  std::uint32_t greatest_number);

  std::uint32_t lines;
  std::uint32_t length;
  std::uint32_t greatest;
  std::uint32_t list_bytes;
  std::uint32_t line_bytes;
  std::uint32_t lists_at;
  std::uint32_t codes_at;
  std::uint32_t second_codes_at;

  // Of references, lists and codes, and with all that may follow.
  std::uint32_t least_bytes() const { return second_codes_at; }
  std::uint32_t most_bytes() const { return second_codes_at + 2 * lines * length; }
};

// Checks every size, reference and list of untrusted bytes, and appends to them, for each line, how
// many escapes there are before it. Returns what is wrong; empty if nothing is.
std::string_view prepare_referenced(const ReferencedShape& shape, std::vector<std::byte>& bytes);

// Of prepared bytes: one number.
int referenced_number(const ReferencedShape& shape, const std::vector<std::byte>& bytes,
                      std::uint32_t line, std::uint32_t place);

// Of prepared bytes: all of them, line by line.
void unpack_referenced(const ReferencedShape& shape, const std::vector<std::byte>& bytes,
                       std::vector<std::uint8_t>& numbers);

}  // namespace pipo
