// Bytes to one zstd frame and back.
#pragma once

#include <zstd.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pipo {

// Reuses its memory from frame to frame; use one a thread.
class FrameWriter {
 public:
  explicit FrameWriter(int level);

  // For what has hardly any repetitions but unequal frequencies: finds long repetitions alone.
  void expect_few_repetitions();

  // Appends the frame of some bytes, given in parts, to `out`. What is unlike in kind is better
  // given in parts: each then has a Huffman code of its own.
  void append(std::span<const std::span<const std::byte>> parts, std::vector<std::byte>& out);

 private:
  struct Free {
    void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  };
  std::unique_ptr<ZSTD_CCtx, Free> context_;
};

// Reuses its memory from frame to frame; use one a thread.
class FrameReader {
 public:
  FrameReader();

  // What the bytes hold by their header, if they begin with the header of a frame that says so.
  static std::optional<std::size_t> content_bytes(std::span<const std::byte> frame);

  // One frame of exactly as many bytes as `out` has. Returns what is wrong; empty if nothing is.
  std::string_view read(std::span<const std::byte> frame, std::span<std::byte> out);

 private:
  struct Free {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  };
  std::unique_ptr<ZSTD_DCtx, Free> context_;
};

}  // namespace pipo
