#include "probe/codec/block_codec.hpp"

#include <algorithm>

#include "probe/codec/packed_block.hpp"
#include "probe/codec/referenced_encoder.hpp"
#include "probe/codec/transpose.hpp"
#include "probe/codec/zstd_frame.hpp"

namespace pipo {
namespace {

constexpr int kCompressionLevel = 1;

// Blocks of up to this number of values are also encoded without references, and the smaller result
// is kept: the rank lists take much of the space in small blocks.
constexpr std::size_t kSmallBlock = 4096;

Range range_of_block(const ValueBlock& values) {
  Range range = range_of({values.rows.front(), values.columns});
  for (const std::int8_t* row : values.rows.subspan(1)) {
    const Range other = range_of({row, values.columns});
    range = {std::min(range.least, other.least), std::max(range.greatest, other.greatest)};
  }
  return range;
}

}  // namespace

struct BlockEncoder::Contexts {
  References references;
  FrameWriter packed_frames{kCompressionLevel};
  FrameWriter referenced_frames{kCompressionLevel};
  ReferencedEncoder referenced;
  std::vector<std::byte> packed;
  std::vector<std::int8_t> turned;
  std::vector<const std::int8_t*> line_starts;
  std::vector<std::uint8_t> numbers;
  std::vector<std::byte> smaller;

  // The current block, in the form in which it is written.
  Lines lines = Lines::rows;
  std::uint32_t length = 0;
  std::int8_t minimum = 0;
  std::uint8_t greatest = 0;

  void turn(const ValueBlock& values);
  void append_packed(std::vector<std::byte>& out);
  void append_referenced(std::vector<std::byte>& out);
  void append_body(unsigned kind, std::span<const std::span<const std::byte>> parts,
                   std::vector<std::byte>& out);
  bool can_refer() const;
};

// Sets `length` and `line_starts`, and transposes the block into `turned` if lines are columns.
void BlockEncoder::Contexts::turn(const ValueBlock& values) {
  if (lines == Lines::rows) {
    length = values.columns;
    line_starts.assign(values.rows.begin(), values.rows.end());
    return;
  }
  length = static_cast<std::uint32_t>(values.rows.size());
  turned.resize(std::size_t{values.columns} * length);
  transpose(values.rows, values.columns, turned.data());
  line_starts.clear();
  for (std::uint32_t line = 0; line < values.columns; ++line) {
    line_starts.push_back(turned.data() + std::size_t{line} * length);
  }
}

void BlockEncoder::Contexts::append_packed(std::vector<std::byte>& out) {
  const std::uint8_t bits = bits_for(greatest);
  const std::uint32_t line_bytes = packed_line_bytes(length, bits);
  packed.resize(line_starts.size() * line_bytes);
  for (std::size_t line = 0; line < line_starts.size(); ++line) {
    pack_line({line_starts[line], length}, bits, minimum, packed.data() + line * line_bytes);
  }
  const std::span<const std::byte> all[] = {packed};
  append_body(bits, all, out);
}

bool BlockEncoder::Contexts::can_refer() const {
  return references == References::yes && greatest > 0 && greatest <= kMaximumLineValue &&
         line_starts.size() <= kMaximumLines && length <= kMaximumLineLength;
}

void BlockEncoder::Contexts::append_referenced(std::vector<std::byte>& out) {
  const auto count = static_cast<std::uint32_t>(line_starts.size());
  numbers.resize(std::size_t{count} * length);
  for (std::uint32_t line = 0; line < count; ++line) {
    pack_line({line_starts[line], length}, 8, minimum,
              reinterpret_cast<std::byte*>(numbers.data() + std::size_t{line} * length));
  }
  referenced.encode(numbers, ReferencedShape(count, length, greatest));
  const std::span<const std::byte> parts[] = {referenced.head(), referenced.codes(),
                                              referenced.tail()};
  append_body(kReferenced, parts, out);
}

void BlockEncoder::Contexts::append_body(unsigned kind,
                                         std::span<const std::span<const std::byte>> parts,
                                         std::vector<std::byte>& out) {
  const std::size_t first = out.size();
  out.push_back(static_cast<std::byte>(kind | (lines == Lines::columns ? kColumns : 0)));
  out.push_back(static_cast<std::byte>(minimum));
  if (kind == kReferenced) out.push_back(static_cast<std::byte>(greatest));
  const std::size_t body = out.size();
  std::size_t plain = 0;
  for (const auto& part : parts) plain += part.size();
  FrameWriter& frames = kind == kReferenced ? referenced_frames : packed_frames;
  if (plain > 0) frames.append(parts, out);
  if (out.size() - body < plain) return;
  out.resize(body);
  for (const auto& part : parts) out.insert(out.end(), part.begin(), part.end());
  out[first] |= std::byte{kPlain};
}

BlockEncoder::BlockEncoder(References references) : contexts_(std::make_unique<Contexts>()) {
  contexts_->references = references;
  // On 4x4 this saves 0.014 bits and 0.4 ns per value, compared with the settings of the level.
  contexts_->referenced_frames.expect_few_repetitions();
}
BlockEncoder::~BlockEncoder() = default;
BlockEncoder::BlockEncoder(BlockEncoder&&) noexcept = default;
BlockEncoder& BlockEncoder::operator=(BlockEncoder&&) noexcept = default;

void BlockEncoder::encode(const ValueBlock& values, Lines lines, std::vector<std::byte>& out) {
  Contexts& with = *contexts_;
  const Range range = range_of_block(values);
  with.lines = lines;
  with.minimum = static_cast<std::int8_t>(range.least >> 1);
  with.greatest = static_cast<std::uint8_t>((range.greatest >> 1) - with.minimum);
  with.turn(values);
  if (!with.can_refer()) return with.append_packed(out);
  const std::size_t first = out.size();
  with.append_referenced(out);
  if (with.line_starts.size() * with.length > kSmallBlock) return;
  with.smaller.clear();
  with.append_packed(with.smaller);
  if (with.smaller.size() >= out.size() - first) return;
  out.resize(first);
  out.insert(out.end(), with.smaller.begin(), with.smaller.end());
}

namespace {

constexpr std::size_t kPrefixBytes = 2;

constexpr std::string_view kNoMargin = "a value is not a margin of any board";

// Only halved margins are accepted, since other numbers might leave the range of a byte when
// doubled.
constexpr int kGreatestHalved = 16;

bool beyond_margins(const PackedBlock& block, int greatest) {
  return block.minimum < -kGreatestHalved || block.minimum + greatest > kGreatestHalved;
}

// With up to four bits per value even the greatest possible number is harmless, so only the rare
// blocks of eight bits need a scan.
bool packed_beyond_margins(const PackedBlock& block) {
  if (block.bits < 8) return beyond_margins(block, 0);
  const auto greatest = std::max_element(block.packed.begin(), block.packed.end());
  return beyond_margins(block, std::to_integer<int>(*greatest));
}

}  // namespace

struct BlockDecoder::Contexts {
  FrameReader frames;

  std::string_view read_packed(bool plain, std::span<const std::byte> body, PackedBlock& block);
  std::string_view read_referenced(bool plain, std::span<const std::byte> body, PackedBlock& block);
};

BlockDecoder::BlockDecoder() : contexts_(std::make_unique<Contexts>()) {}
BlockDecoder::~BlockDecoder() = default;
BlockDecoder::BlockDecoder(BlockDecoder&&) noexcept = default;
BlockDecoder& BlockDecoder::operator=(BlockDecoder&&) noexcept = default;

std::string_view BlockDecoder::Contexts::read_packed(bool plain, std::span<const std::byte> body,
                                                     PackedBlock& block) {
  block.line_bytes = packed_line_bytes(block.line_length(), block.bits);
  block.packed.resize(std::size_t{block.line_count()} * block.line_bytes);
  if (!plain) {
    const std::string_view problem = frames.read(body, block.packed);
    if (!problem.empty()) return problem;
  } else if (body.size() != block.packed.size()) {
    return "its size does not match its values";
  } else {
    std::copy(body.begin(), body.end(), block.packed.begin());
  }
  return packed_beyond_margins(block) ? kNoMargin : std::string_view{};
}

std::string_view BlockDecoder::Contexts::read_referenced(bool plain,
                                                         std::span<const std::byte> body,
                                                         PackedBlock& block) {
  if (body.empty()) return "it is truncated";
  block.greatest = std::to_integer<std::uint8_t>(body.front());
  body = body.subspan(1);
  if (block.greatest == 0 || block.greatest > kMaximumLineValue)
    return "its range of values is invalid";
  if (beyond_margins(block, block.greatest)) return kNoMargin;
  if (block.line_count() > kMaximumLines || block.line_length() > kMaximumLineLength) {
    return "it is too large for references";
  }
  if (plain) {
    block.packed.assign(body.begin(), body.end());
  } else {
    const std::optional<std::size_t> bytes = FrameReader::content_bytes(body);
    // This bounds the memory by what a block can need.
    if (!bytes || *bytes > block.shape().most_bytes()) {
      return "the size of its compressed frame does not match the block";
    }
    block.packed.resize(*bytes);
    const std::string_view problem = frames.read(body, block.packed);
    if (!problem.empty()) return problem;
  }
  return prepare_referenced(block.shape(), block.packed);
}

std::string_view BlockDecoder::decode(std::span<const std::byte> bytes, std::uint32_t rows,
                                      std::uint32_t columns, PackedBlock& block) {
  if (bytes.size() < kPrefixBytes) return "it is truncated";
  const auto first = std::to_integer<unsigned>(bytes[0]);
  const unsigned bits = first & ~(kPlain | kColumns);
  block.rows = rows;
  block.columns = columns;
  block.lines = (first & kColumns) != 0 ? Lines::columns : Lines::rows;
  block.bits = static_cast<std::uint8_t>(bits);
  block.minimum = static_cast<std::int8_t>(std::to_integer<std::uint8_t>(bytes[1]));
  const std::span<const std::byte> body = bytes.subspan(kPrefixBytes);
  const bool plain = (first & kPlain) != 0;
  if (bits == 0 || bits == 1 || bits == 2 || bits == 4 || bits == 8) {
    return contexts_->read_packed(plain, body, block);
  }
  if (bits == kReferenced) return contexts_->read_referenced(plain, body, block);
  return "its width of values is invalid";
}

}  // namespace pipo
