// Decodes blocks from the format of packed_block.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "probe/codec/packed_block.hpp"

namespace pipo {

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
