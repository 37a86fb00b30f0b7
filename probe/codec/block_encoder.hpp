// Blocks of values into the bytes that packed_block.hpp describes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "probe/codec/blank.hpp"
#include "probe/codec/packed_block.hpp"

namespace pipo {

// A block of values in memory.
struct ValueBlock {
  std::span<const std::int8_t* const> rows;  // where each begins
  std::uint32_t columns = 0;
  bool some_blank = false;  // may some of the values be kBlank?
};

// Reuses its memory from block to block; use one a thread.
class BlockEncoder {
 public:
  explicit BlockEncoder(Codec codec = Codec::referenced_zstd);
  ~BlockEncoder();
  BlockEncoder(BlockEncoder&&) noexcept;
  BlockEncoder& operator=(BlockEncoder&&) noexcept;

  // Appends the block to `out`. At least one row and one column, at most 65536 values.
  void encode(const ValueBlock& values, Lines lines, std::vector<std::byte>& out);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace pipo
