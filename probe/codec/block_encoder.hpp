// Encodes blocks of values into the format of packed_block.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "probe/codec/packed_block.hpp"

namespace pipo {

// A block of values in memory.
struct ValueBlock {
  std::span<const std::int8_t* const> rows;  // the beginning of each row
  std::uint32_t columns = 0;
};

// Whether blocks may have references. Without them they take more bytes and less time.
enum class References : bool { no, yes };

// Reuses its memory from block to block. Use one encoder per thread.
class BlockEncoder {
 public:
  explicit BlockEncoder(References references = References::yes);
  ~BlockEncoder();
  BlockEncoder(BlockEncoder&&) noexcept;
  BlockEncoder& operator=(BlockEncoder&&) noexcept;

  // Appends the encoded block to `out`. The block has at least one row and one column, and at most
  // 65536 values.
  void encode(const ValueBlock& values, Lines lines, std::vector<std::byte>& out);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace pipo
