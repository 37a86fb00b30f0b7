#include "probe/codec/referenced_lines.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace pipo {
namespace {

unsigned two_bits(const std::byte* bytes, std::size_t number) {
  return std::to_integer<unsigned>(bytes[number / 4]) >> (number % 4 * 2) & 3;
}

// Returns the number of codes 3 among the first `count` codes.
std::uint32_t escapes_in(const std::byte* codes, std::size_t count) {
  std::uint16_t before;
  return frequency_kernels().count_escapes(codes, 1, count, &before);
}

std::uint8_t listed(const ReferencedShape& shape, const std::byte* bytes, unsigned number,
                    unsigned rank) {
  // Lists end at the greatest number, but untrusted codes may have larger ranks.
  if (rank > shape.greatest) return static_cast<std::uint8_t>(shape.greatest);
  const std::byte pair = bytes[shape.lists_at + number * shape.list_bytes + rank / 2];
  return std::to_integer<std::uint8_t>(rank % 2 == 0 ? pair & std::byte{15} : pair >> 4);
}

FrequencyTable frequency_table(const ReferencedShape& shape, const std::byte* bytes) {
  FrequencyTable table;
  for (unsigned number = 0; number <= shape.greatest; ++number) {
    for (unsigned rank = 0; rank < 16; ++rank) {
      table.value[number][rank] = listed(shape, bytes, number, rank);
      if (rank < kEscape) table.by_rank[rank][number] = table.value[number][rank];
    }
  }
  return table;
}

bool lists_are_permutations(const ReferencedShape& shape, const std::byte* bytes) {
  for (unsigned number = 0; number <= shape.greatest; ++number) {
    unsigned seen = 0;
    for (unsigned rank = 0; rank <= shape.greatest; ++rank) {
      seen |= 1U << listed(shape, bytes, number, rank);
    }
    if (seen != (2U << shape.greatest) - 1) return false;
  }
  return true;
}

std::uint32_t rest_at(const ReferencedShape& shape, std::uint32_t escapes) {
  return shape.second_codes_at + (escapes + 3) / 4;
}

std::uint16_t escapes_before(const ReferencedShape& shape, const std::vector<std::byte>& bytes,
                             std::uint32_t line) {
  std::uint16_t count;
  const std::size_t from_end = (shape.lines - line) * sizeof(count);
  std::memcpy(&count, bytes.data() + bytes.size() - from_end, sizeof(count));
  return count;
}

std::uint32_t all_escapes(const ReferencedShape& shape, const std::vector<std::byte>& bytes) {
  const std::uint32_t last = shape.lines - 1;
  const std::byte* const codes = bytes.data() + shape.codes_at + last * shape.line_bytes;
  return escapes_before(shape, bytes, last) + escapes_in(codes, shape.length);
}

unsigned rank_at(const ReferencedShape& shape, const std::vector<std::byte>& bytes,
                 std::uint32_t line, std::uint32_t place) {
  const std::byte* const codes = bytes.data() + shape.codes_at + line * shape.line_bytes;
  const unsigned code = two_bits(codes, place);
  if (code < kEscape) return code;
  const std::uint32_t escape = escapes_before(shape, bytes, line) + escapes_in(codes, place);
  const std::byte* const second_codes = bytes.data() + shape.second_codes_at;
  const unsigned second = two_bits(second_codes, escape);
  if (second < kEscape) return kEscape + second;
  const std::size_t at =
      rest_at(shape, all_escapes(shape, bytes)) + escapes_in(second_codes, escape);
  return 2U * kEscape + std::to_integer<unsigned>(bytes[at]);
}

}  // namespace

ReferencedShape::ReferencedShape(std::uint32_t line_count, std::uint32_t line_length,
                                 std::uint32_t greatest_number)
    : lines(line_count),
      length(line_length),
      greatest(greatest_number),
      list_bytes((greatest + 2) / 2),
      line_bytes((length + 3) / 4),
      lists_at(lines - 1),
      codes_at(lists_at + (greatest + 1) * list_bytes),
      second_codes_at(codes_at + lines * line_bytes) {}

std::string_view prepare_referenced(const ReferencedShape& shape, std::vector<std::byte>& bytes) {
  if (bytes.size() < shape.least_bytes()) return "it is too short for its values";
  for (std::uint32_t line = 1; line < shape.lines; ++line) {
    if (std::to_integer<std::uint32_t>(bytes[line - 1]) >= line) {
      return "a line refers to no line before it";
    }
  }
  if (!lists_are_permutations(shape, bytes.data())) return "a list of ranks is malformed";
  std::array<std::uint16_t, kMaximumLines> before;
  const std::uint32_t escapes = frequency_kernels().count_escapes(
      bytes.data() + shape.codes_at, shape.lines, shape.length, before.data());
  const std::size_t rest = rest_at(shape, escapes);
  if (bytes.size() < rest ||
      bytes.size() != rest + escapes_in(bytes.data() + shape.second_codes_at, escapes)) {
    return "its size does not match its values";
  }
  for (std::size_t i = rest; i < bytes.size(); ++i) {
    if (std::to_integer<unsigned>(bytes[i]) + 2U * kEscape > shape.greatest) {
      return "a rank is beyond its list";
    }
  }
  const std::size_t end = bytes.size();
  bytes.resize(end + shape.lines * sizeof(before[0]));
  std::memcpy(bytes.data() + end, before.data(), shape.lines * sizeof(before[0]));
  return {};
}

int referenced_number(const ReferencedShape& shape, const std::vector<std::byte>& bytes,
                      std::uint32_t line, std::uint32_t place) {
  std::array<std::uint8_t, kMaximumLines> chain;
  std::size_t depth = 0;
  for (; line > 0; line -= 1 + std::to_integer<std::uint32_t>(bytes[line - 1])) {
    chain[depth++] = static_cast<std::uint8_t>(line);
  }
  unsigned number = listed(shape, bytes.data(), 0, rank_at(shape, bytes, 0, place));
  while (depth-- > 0) {
    number = listed(shape, bytes.data(), number, rank_at(shape, bytes, chain[depth], place));
  }
  return static_cast<int>(number);
}

void unpack_referenced(const ReferencedShape& shape, const std::vector<std::byte>& bytes,
                       std::vector<std::uint8_t>& numbers) {
  static constexpr std::array<std::uint8_t, kMaximumLineLength> kFirst{};
  const FrequencyTable table = frequency_table(shape, bytes.data());
  const std::byte* const second_codes = bytes.data() + shape.second_codes_at;
  std::array<std::uint16_t, kMaximumLineLength> escapes;
  numbers.resize(std::size_t{shape.lines} * shape.length);
  std::uint32_t escape = 0;
  std::size_t rest = rest_at(shape, all_escapes(shape, bytes));
  for (std::uint32_t line = 0; line < shape.lines; ++line) {
    std::uint8_t* const to = numbers.data() + std::size_t{line} * shape.length;
    const std::uint8_t* reference = kFirst.data();
    if (line > 0) {
      const std::size_t back = 1 + std::to_integer<std::size_t>(bytes[line - 1]);
      reference = to - back * shape.length;
    }
    const std::size_t found =
        frequency_kernels().values_of_line(bytes.data() + shape.codes_at + line * shape.line_bytes,
                                           reference, table, shape.length, to, escapes.data());
    for (std::size_t i = 0; i < found; ++i) {
      const unsigned second = two_bits(second_codes, escape++);
      unsigned rank = kEscape + second;
      if (second == kEscape) rank += std::to_integer<unsigned>(bytes[rest++]);
      to[escapes[i]] = table.value[reference[escapes[i]]][rank];
    }
  }
}

}  // namespace pipo
