#include "probe/table/block_codec.hpp"

#include <zstd.h>

#include <algorithm>
#include <new>

#include "probe/table/packing.hpp"
#include "probe/table/transpose.hpp"

namespace pipo {
namespace {

constexpr int kCompressionLevel = 1;
constexpr std::size_t kPrefixBytes = 2;
constexpr unsigned kPlain = 128;
constexpr unsigned kColumns = 64;

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

template <typename Context>
std::unique_ptr<Context, FreeContext> owned(Context* context) {
  if (context == nullptr) throw std::bad_alloc();
  return std::unique_ptr<Context, FreeContext>(context);
}

Range range_of_block(const ValueBlock& values) {
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

void PackedBlock::unpack(std::vector<std::int8_t>& halves) const {
  const bool by_columns = lines == Lines::columns;
  const std::size_t count = by_columns ? columns : rows;
  const std::size_t length = by_columns ? rows : columns;
  halves.resize(count * length);
  for (std::size_t line = 0; line < count; ++line) {
    unpack_line(packed.data() + line * line_bytes, bits, minimum,
                std::span(halves).subspan(line * length, length));
  }
  if (!by_columns) return;
  static thread_local std::vector<std::int8_t> turned;
  turned.resize(halves.size());
  static thread_local std::vector<const std::int8_t*> starts;
  starts.clear();
  for (std::size_t line = 0; line < count; ++line) starts.push_back(halves.data() + line * length);
  transpose(starts, rows, turned.data());
  halves.swap(turned);
}

struct BlockEncoder::Contexts {
  std::unique_ptr<ZSTD_CCtx, FreeContext> zstd = owned(ZSTD_createCCtx());
  std::vector<std::byte> packed;
  std::vector<std::int8_t> turned;

  void pack(const ValueBlock& values, Lines lines, std::uint8_t bits, std::int8_t minimum);
};

// Fills `packed`.
void BlockEncoder::Contexts::pack(const ValueBlock& values, Lines lines, std::uint8_t bits,
                                  std::int8_t minimum) {
  const auto rows = static_cast<std::uint32_t>(values.rows.size());
  const bool by_columns = lines == Lines::columns;
  const std::uint32_t count = by_columns ? values.columns : rows;
  const std::uint32_t length = by_columns ? rows : values.columns;
  const std::uint32_t line_bytes = packed_line_bytes(length, bits);
  packed.resize(std::size_t{count} * line_bytes);
  if (bits == 0) return;
  if (by_columns) {
    turned.resize(std::size_t{count} * length);
    transpose(values.rows, count, turned.data());
  }
  for (std::size_t line = 0; line < count; ++line) {
    const std::int8_t* const from = by_columns ? turned.data() + line * length : values.rows[line];
    pack_line({from, length}, bits, minimum, packed.data() + line * line_bytes);
  }
}

BlockEncoder::BlockEncoder(Codec) : contexts_(std::make_unique<Contexts>()) {
  ZSTD_CCtx_setParameter(contexts_->zstd.get(), ZSTD_c_compressionLevel, kCompressionLevel);
}
BlockEncoder::~BlockEncoder() = default;
BlockEncoder::BlockEncoder(BlockEncoder&&) noexcept = default;
BlockEncoder& BlockEncoder::operator=(BlockEncoder&&) noexcept = default;

void BlockEncoder::encode(const ValueBlock& values, Lines lines, std::vector<std::byte>& out) {
  const Range range = range_of_block(values);
  const auto minimum = static_cast<std::int8_t>(range.least >> 1);
  const std::uint8_t bits = bits_for((range.greatest >> 1) - minimum);
  contexts_->pack(values, lines, bits, minimum);
  const std::vector<std::byte>& packed = contexts_->packed;

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
  out[first] = static_cast<std::byte>(bits | (lines == Lines::columns ? kColumns : 0) |
                                      (plain ? kPlain : 0));
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
  const unsigned bits = first & ~(kPlain | kColumns);
  if (bits != 0 && bits != 1 && bits != 2 && bits != 4 && bits != 8)
    return "no such width of values";
  block.rows = rows;
  block.columns = columns;
  block.lines = (first & kColumns) != 0 ? Lines::columns : Lines::rows;
  block.bits = static_cast<std::uint8_t>(bits);
  block.minimum = static_cast<std::int8_t>(std::to_integer<std::uint8_t>(bytes[1]));
  const bool by_columns = block.lines == Lines::columns;
  block.line_bytes = packed_line_bytes(by_columns ? rows : columns, block.bits);
  block.packed.resize(std::size_t{by_columns ? columns : rows} * block.line_bytes);
  const std::span<const std::byte> body = bytes.subspan(kPrefixBytes);
  if ((first & kPlain) == 0) return decompress(contexts_->zstd.get(), body, block.packed);
  if (body.size() != block.packed.size()) return "it has another size than its values";
  std::copy(body.begin(), body.end(), block.packed.begin());
  return {};
}

}  // namespace pipo
