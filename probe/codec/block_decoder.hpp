// The bytes that packed_block.hpp describes back into blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "probe/codec/packed_block.hpp"

namespace pipo {

// Reuses its memory from block to block; use one a thread.
class BlockDecoder {
 public:
  BlockDecoder();
  ~BlockDecoder();
  BlockDecoder(BlockDecoder&&) noexcept;
  BlockDecoder& operator=(BlockDecoder&&) noexcept;

  // Returns what is wrong with the bytes; empty if nothing is, and `block` is filled. Every size is
  // checked, and that halved are those of margins, -16 to 16, or beyond them only as far as numbers
  // of four bits reach, to 31; that the bytes are the ones written is for a checksum to say.
  std::string_view decode(Codec codec, std::span<const std::byte> bytes, std::uint32_t rows,
                          std::uint32_t columns, PackedBlock& block);

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace pipo
