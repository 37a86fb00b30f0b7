#include "probe/codec/block_decoder.hpp"

#include <algorithm>

#include "probe/codec/packing.hpp"
#include "probe/codec/zstd_frame.hpp"

namespace pipo {
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
