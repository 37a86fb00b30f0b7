// Encodes blocks of values into the format of packed_block.hpp, and decodes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
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

// Reuses its memory from block to block. Use one decoder per thread.
class BlockDecoder {
 public:
  BlockDecoder();
  ~BlockDecoder();
  BlockDecoder(BlockDecoder&&) noexcept;
  BlockDecoder& operator=(BlockDecoder&&) noexcept;

  // Decodes untrusted bytes into `block`. Returns an empty string, or a description of the error.
  // It checks every size and the range of the halved values: -16 to 16, as for margins, or up to 31
  // in packed blocks of up to four bits per value. It does not detect other changes of the bytes;
  // a checksum must do that.
  std::string_view decode(std::span<const std::byte> bytes, std::uint32_t rows,
                          std::uint32_t columns, PackedBlock& block);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace pipo
