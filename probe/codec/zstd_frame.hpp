// Compresses bytes into one zstd frame, and decompresses them.
#pragma once

#include <zstd.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pipo {

// Reuses its memory from frame to frame. Use one writer per thread.
class FrameWriter {
 public:
  explicit FrameWriter(int level);

  // Sets up compression for data with few repetitions but unequal frequencies: it then searches
  // only for long repetitions.
  void expect_few_repetitions();

  // Appends a frame with the bytes of all parts to `out`. Give different kinds of data in different
  // parts, since each large part gets its own Huffman code.
  void append(std::span<const std::span<const std::byte>> parts, std::vector<std::byte>& out);

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context_;
};

// Reuses its memory from frame to frame. Use one reader per thread.
class FrameReader {
 public:
  FrameReader();

  // Returns the decompressed size from the header of a frame, or nothing if there is no valid
  // header or it does not have the size.
  static std::optional<std::size_t> content_bytes(std::span<const std::byte> frame);

  // Decompresses a frame of exactly out.size() bytes. Returns an empty string, or a description of
  // the error.
  std::string_view read(std::span<const std::byte> frame, std::span<std::byte> out);

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
};

}  // namespace pipo
