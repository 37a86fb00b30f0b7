#include "probe/codec/packed_block.hpp"

#include <algorithm>

#include "probe/codec/packing.hpp"
#include "probe/codec/transpose.hpp"

namespace pipo {
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
