#include "probe/codec/packed_block.hpp"

#include <algorithm>

#include "probe/codec/transpose.hpp"

namespace pipo {
namespace {

// Returns the excess of the halved value over the minimum. Subtracting first keeps the shift
// unsigned.
std::uint8_t excess(std::int8_t value, std::uint8_t base) {
  return static_cast<std::uint8_t>(
      static_cast<std::uint8_t>(static_cast<std::uint8_t>(value) - base) >> 1);
}

// Packs `Bits` bits per value. Whole bytes are packed in loops of fixed length, which the compiler
// vectorises; remaining values go into a last byte.
template <unsigned Bits>
void pack(std::span<const std::int8_t> values, std::uint8_t base, std::byte* to) {
  constexpr std::size_t each = 8 / Bits;
  const std::size_t whole = values.size() / each;
  for (std::size_t byte = 0; byte < whole; ++byte) {
    unsigned packed = 0;
    for (std::size_t i = 0; i < each; ++i) {
      packed |= static_cast<unsigned>(excess(values[byte * each + i], base)) << (i * Bits);
    }
    to[byte] = static_cast<std::byte>(packed);
  }
  unsigned last = 0;
  for (std::size_t i = whole * each; i < values.size(); ++i) {
    last |= static_cast<unsigned>(excess(values[i], base)) << ((i % each) * Bits);
  }
  if (values.size() % each != 0) to[whole] = static_cast<std::byte>(last);
}

template <unsigned Bits>
void unpack(const std::byte* from, std::int8_t minimum, std::span<std::int8_t> halved) {
  constexpr std::size_t each = 8 / Bits;
  constexpr unsigned mask = (1U << Bits) - 1;
  for (std::size_t i = 0; i < halved.size(); ++i) {
    const auto byte = std::to_integer<unsigned>(from[i / each]);
    halved[i] =
        static_cast<std::int8_t>(minimum + static_cast<int>(byte >> ((i % each) * Bits) & mask));
  }
}

}  // namespace

Range range_of(std::span<const std::int8_t> values) {
  // The loop works on unsigned bytes, since every x86-64 has vector minimum and maximum for them.
  std::uint8_t least = 255;
  std::uint8_t greatest = 0;
  for (const std::int8_t value : values) {
    const auto shifted = static_cast<std::uint8_t>(static_cast<std::uint8_t>(value) ^ 0x80U);
    least = std::min(least, shifted);
    greatest = std::max(greatest, shifted);
  }
  return {static_cast<std::int8_t>(least ^ 0x80U), static_cast<std::int8_t>(greatest ^ 0x80U)};
}

void pack_line(std::span<const std::int8_t> values, std::uint8_t bits, std::int8_t minimum,
               std::byte* to) {
  const auto base = static_cast<std::uint8_t>(2 * minimum);
  if (bits == 1) return pack<1>(values, base, to);
  if (bits == 2) return pack<2>(values, base, to);
  if (bits == 4) return pack<4>(values, base, to);
  if (bits == 8) pack<8>(values, base, to);
}

void unpack_line(const std::byte* from, std::uint8_t bits, std::int8_t minimum,
                 std::span<std::int8_t> halved) {
  if (bits == 1) return unpack<1>(from, minimum, halved);
  if (bits == 2) return unpack<2>(from, minimum, halved);
  if (bits == 4) return unpack<4>(from, minimum, halved);
  if (bits == 8) return unpack<8>(from, minimum, halved);
  std::fill(halved.begin(), halved.end(), minimum);
}

namespace {

void unpack_lines(const PackedBlock& block, std::vector<std::int8_t>& halved) {
  const std::size_t length = block.line_length();
  if (block.bits == kReferenced) {
    static thread_local std::vector<std::uint8_t> numbers;
    unpack_referenced(block.shape(), block.packed, numbers);
    std::transform(numbers.begin(), numbers.end(), halved.begin(), [&](std::uint8_t number) {
      return static_cast<std::int8_t>(block.minimum + number);
    });
    return;
  }
  for (std::size_t line = 0; line < block.line_count(); ++line) {
    unpack_line(block.packed.data() + line * block.line_bytes, block.bits, block.minimum,
                std::span(halved).subspan(line * length, length));
  }
}

}  // namespace

void PackedBlock::unpack(std::vector<std::int8_t>& halved) const {
  halved.resize(std::size_t{rows} * columns);
  unpack_lines(*this, halved);
  if (lines == Lines::rows) return;
  static thread_local std::vector<std::int8_t> turned;
  turned.resize(halved.size());
  static thread_local std::vector<const std::int8_t*> starts;
  starts.clear();
  for (std::size_t line = 0; line < columns; ++line) starts.push_back(halved.data() + line * rows);
  transpose(starts, rows, turned.data());
  halved.swap(turned);
}

}  // namespace pipo
