#include "probe/codec/zstd_frame.hpp"

#include <new>

namespace pipo {
namespace {

// Parts smaller than this do not get their own Huffman code.
constexpr std::size_t kLargePart = 256;

// Throws std::bad_alloc for any error. The output buffer is large enough, so a lack of memory is
// the only possible cause.
std::size_t checked(std::size_t result) {
  if (ZSTD_isError(result)) throw std::bad_alloc();
  return result;
}

}  // namespace

FrameWriter::FrameWriter(int level) : context_(ZSTD_createCCtx()) {
  if (context_ == nullptr) throw std::bad_alloc();
  checked(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, level));
}

void FrameWriter::expect_few_repetitions() {
  checked(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_minMatch, 7));
  checked(ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_hashLog, 6));
}

void FrameWriter::append(std::span<const std::span<const std::byte>> parts,
                         std::vector<std::byte>& out) {
  std::size_t bytes = 0;
  std::size_t bound = 64;
  for (const auto& part : parts) {
    bytes += part.size();
    bound += ZSTD_compressBound(part.size());
  }
  const std::size_t first = out.size();
  out.resize(first + bound);
  ZSTD_outBuffer to{out.data() + first, bound, 0};
  checked(ZSTD_CCtx_reset(context_.get(), ZSTD_reset_session_only));
  checked(ZSTD_CCtx_setPledgedSrcSize(context_.get(), bytes));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ZSTD_inBuffer from{parts[i].data(), parts[i].size(), 0};
    const bool last = i + 1 == parts.size();
    const bool apart = !last && parts[i].size() >= kLargePart && parts[i + 1].size() >= kLargePart;
    const auto end = last ? ZSTD_e_end : apart ? ZSTD_e_flush : ZSTD_e_continue;
    do {
      // For a flush or the end, the result is the number of bytes still to be written. For
      // ZSTD_e_continue it is only a hint.
      if (checked(ZSTD_compressStream2(context_.get(), &to, &from, end)) == 0) break;
    } while (end != ZSTD_e_continue || from.pos < from.size);
  }
  out.resize(first + to.pos);
}

FrameReader::FrameReader() : context_(ZSTD_createDCtx()) {
  if (context_ == nullptr) throw std::bad_alloc();
}

std::optional<std::size_t> FrameReader::content_bytes(std::span<const std::byte> frame) {
  const unsigned long long bytes = ZSTD_getFrameContentSize(frame.data(), frame.size());
  if (bytes == ZSTD_CONTENTSIZE_UNKNOWN || bytes == ZSTD_CONTENTSIZE_ERROR) return std::nullopt;
  return bytes;
}

std::string_view FrameReader::read(std::span<const std::byte> frame, std::span<std::byte> out) {
  // The sizes in the header and in the frame's structure are checked before decompressing.
  if (content_bytes(frame) != out.size()) {
    return "the size of its compressed frame does not match the block";
  }
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) {
    return "its compressed frame does not end at the end of the block";
  }
  const std::size_t written =
      ZSTD_decompressDCtx(context_.get(), out.data(), out.size(), frame.data(), frame.size());
  if (ZSTD_isError(written) || written != out.size()) return "its compressed frame is damaged";
  return {};
}

}  // namespace pipo
