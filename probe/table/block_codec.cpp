#include "probe/table/block_codec.hpp"

#include <zstd.h>

#include <algorithm>
#include <new>

#include "probe/table/packing.hpp"

namespace pipo {
namespace {

constexpr int kCompressionLevel = 1;
constexpr std::size_t kPrefixBytes = 2;
constexpr unsigned kPlain = 128;

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

template <typename Context>
std::unique_ptr<Context, FreeContext> owned(Context* context) {
  if (context == nullptr) throw std::bad_alloc();
  return std::unique_ptr<Context, FreeContext>(context);
}

Range range_of_block(const ValueRows& values) {
  Range range = range_of({values.rows.front(), values.columns});
  for (const std::int8_t* row : values.rows.subspan(1)) {
    const Range other = range_of({row, values.columns});
    range = {std::min(range.least, other.least), std::max(range.greatest, other.greatest)};
  }
  return range;
}

// One zstd frame of exactly `bytes` bytes, into `out`.
std::string_view decompress(ZSTD_DCtx* context, std::span<const std::byte> frame,
                            std::vector<std::byte>& out) {
  // Asked of the header and of the frame's own structure first: neither may promise more or less.
  if (ZSTD_getFrameContentSize(frame.data(), frame.size()) != out.size()) {
    return "its compressed frame has another size than the block";
  }
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size()) {
    return "its compressed frame does not end where the block does";
  }
  const std::size_t written =
      ZSTD_decompressDCtx(context, out.data(), out.size(), frame.data(), frame.size());
  if (ZSTD_isError(written) || written != out.size()) return "its compressed frame is broken";
  return {};
}

}  // namespace

void PackedBlock::unpack_row(std::uint32_t row, std::span<std::int8_t> halves) const {
  pipo::unpack_row(packed.data() + std::size_t{row} * row_bytes, bits, minimum, halves);
}

struct BlockEncoder::Contexts {
  std::unique_ptr<ZSTD_CCtx, FreeContext> zstd = owned(ZSTD_createCCtx());
  std::vector<std::byte> packed;
};

BlockEncoder::BlockEncoder(Codec) : contexts_(std::make_unique<Contexts>()) {
  ZSTD_CCtx_setParameter(contexts_->zstd.get(), ZSTD_c_compressionLevel, kCompressionLevel);
}
BlockEncoder::~BlockEncoder() = default;
BlockEncoder::BlockEncoder(BlockEncoder&&) noexcept = default;
BlockEncoder& BlockEncoder::operator=(BlockEncoder&&) noexcept = default;

void BlockEncoder::encode(const ValueRows& values, std::vector<std::byte>& out) {
  const Range range = range_of_block(values);
  const auto minimum = static_cast<std::int8_t>(range.least >> 1);
  const std::uint8_t bits = bits_for((range.greatest >> 1) - minimum);
  const std::uint32_t row_bytes = packed_row_bytes(values.columns, bits);
  std::vector<std::byte>& packed = contexts_->packed;
  packed.resize(values.rows.size() * row_bytes);
  std::byte* to = packed.data();
  for (const std::int8_t* row : values.rows) {
    pack_row({row, values.columns}, bits, minimum, to);
    to += row_bytes;
  }

  const std::size_t first = out.size();
  const std::size_t bound = std::max(packed.size(), ZSTD_compressBound(packed.size()));
  out.resize(first + kPrefixBytes + bound);
  out[first + 1] = static_cast<std::byte>(minimum);
  std::byte* const body = out.data() + first + kPrefixBytes;
  std::size_t written = 0;
  if (!packed.empty()) {
    written = ZSTD_compress2(contexts_->zstd.get(), body, bound, packed.data(), packed.size());
    // The only way for a large enough buffer to fail.
    if (ZSTD_isError(written)) throw std::bad_alloc();
  }
  const bool plain = written >= packed.size();
  if (plain) {
    std::copy(packed.begin(), packed.end(), body);
    written = packed.size();
  }
  out[first] = static_cast<std::byte>(bits | (plain ? kPlain : 0));
  out.resize(first + kPrefixBytes + written);
}

struct BlockDecoder::Contexts {
  std::unique_ptr<ZSTD_DCtx, FreeContext> zstd = owned(ZSTD_createDCtx());
};

BlockDecoder::BlockDecoder() : contexts_(std::make_unique<Contexts>()) {}
BlockDecoder::~BlockDecoder() = default;
BlockDecoder::BlockDecoder(BlockDecoder&&) noexcept = default;
BlockDecoder& BlockDecoder::operator=(BlockDecoder&&) noexcept = default;

std::string_view BlockDecoder::decode(Codec codec, std::span<const std::byte> bytes,
                                      std::uint32_t rows, std::uint32_t columns,
                                      PackedBlock& block) {
  if (codec != Codec::packed_zstd) return "it is written in an unknown codec";
  if (bytes.size() < kPrefixBytes) return "it is truncated";
  const auto first = std::to_integer<unsigned>(bytes[0]);
  const unsigned bits = first & ~kPlain;
  if (bits != 0 && bits != 1 && bits != 2 && bits != 4 && bits != 8)
    return "no such width of values";
  block.columns = columns;
  block.bits = static_cast<std::uint8_t>(bits);
  block.minimum = static_cast<std::int8_t>(std::to_integer<std::uint8_t>(bytes[1]));
  block.row_bytes = packed_row_bytes(columns, block.bits);
  block.packed.resize(std::size_t{rows} * block.row_bytes);
  const std::span<const std::byte> body = bytes.subspan(kPrefixBytes);
  if ((first & kPlain) == 0) return decompress(contexts_->zstd.get(), body, block.packed);
  if (body.size() != block.packed.size()) return "it has another size than its values";
  std::copy(body.begin(), body.end(), block.packed.begin());
  return {};
}

}  // namespace pipo
