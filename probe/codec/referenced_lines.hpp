// The encoding of lines of small numbers, each relative to an earlier line, its *reference*.
//
// A number is written as its rank among the numbers that occur under the number in the same place
// of the reference, most frequent first (frequency_kernels.hpp). Most ranks are 0. In memory, and
// before compression, the parts are
//
//     references     one byte for each line but the first: d, where the reference of line i is line
//                    i - 1 - d. The reference of the first line is a line of zeros
//     rank lists     for each number from 0 to the greatest, g: the numbers 0 to g, most frequent
//                    under that number first; four bits each, lowest first, padded to a byte
//     codes          two bits per number, lowest first, each line padded to a byte: the rank, or 3
//                    for any rank >= 3
//     second codes   two bits for each code 3, line by line: the rank minus 3, or 3 for any rank
//                    >= 6; padded to a byte
//     rest           one byte for each second code 3: the rank minus 6
//
// One number can be read without the others: follow the chain of references up to the first line,
// then come back down through the rank lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "probe/codec/frequency_kernels.hpp"

namespace pipo {

constexpr std::uint32_t kMaximumLines = 256;
constexpr std::uint32_t kMaximumLineLength = 256;

// The offsets and sizes of the parts.
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

  // The size of references, lists and codes, and the largest possible size with all other parts.
  std::uint32_t least_bytes() const { return second_codes_at; }
  std::uint32_t most_bytes() const { return second_codes_at + 2 * lines * length; }
};

// Checks every size, reference and list of untrusted bytes. Then appends, for each line, the number
// of escapes (codes 3) in the lines before it. Returns an empty string, or a description of the
// error.
std::string_view prepare_referenced(const ReferencedShape& shape, std::vector<std::byte>& bytes);

// Reads one number from prepared bytes.
int referenced_number(const ReferencedShape& shape, const std::vector<std::byte>& bytes,
                      std::uint32_t line, std::uint32_t place);

// Reads all numbers from prepared bytes, line by line.
void unpack_referenced(const ReferencedShape& shape, const std::vector<std::byte>& bytes,
                       std::vector<std::uint8_t>& numbers);

}  // namespace pipo
