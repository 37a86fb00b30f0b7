#include "probe/file/layer_header.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <cstring>

#include "pipopipette/error.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/little_endian.hpp"

namespace pipo {
namespace {

constexpr std::string_view kMagic = "PIPOLAYR";
constexpr std::uint64_t kFinishedMark = 0x4445'4853'494e'4946;  // "FINISHED"

// The meaning of the values.
constexpr std::uint8_t kMarginToMove = 1;
constexpr std::uint8_t kNimValue = 2;

// Every layer of Nimstring has kNimstringVersion, every layer with a cost of the last move has
// kCostVersion, and no other layer has these.
std::uint32_t version_of(const TableIdentity& table) {
  if (table.last_move_cost > 0) return kCostVersion;
  return table.game == TableGame::nimstring ? kNimstringVersion : kFormatVersion;
}

// The encoding of blocks (packed_block.hpp). Blocks of codec 1 had no references.
constexpr std::uint8_t kCodec = 2;

// The entries that earlier versions left out besides those of table_space.hpp, because mirror
// images have their values: 0 none, 1 triangles of symmetric sections, 2 images in a diagonal.
constexpr std::uint8_t kMostLeftOut = 2;

std::uint8_t meaning(TableGame game) {
  return game == TableGame::nimstring ? kNimValue : kMarginToMove;
}

TableGame game_of(std::uint8_t meaning) {
  return meaning == kNimValue ? TableGame::nimstring : TableGame::dots_and_boxes;
}

// The offsets of the header's fields.
enum Offset : std::size_t {
  kAtMagic = 0,
  kAtVersion = 8,
  kAtHeaderBytes = 12,
  kAtRows = 16,
  kAtColumns = 17,
  kAtLayer = 18,
  kAtMeaning = 19,
  kAtCodec = 20,
  kAtLeftOut = 21,
  kAtLastMoveCost = 22,
  kAtZeros = 23,
  kAtStart = 24,
  kAtBlockRows = 32,
  kAtBlockColumns = 36,
  kIdentityEnd = 40,
  kAtSections = 40,
  kAtBlocks = 48,
  kAtStored = 56,
  kAtIndexOffset = 64,
  kAtFileBytes = 72,
  kAtIndexChecksum = 80,
  kAtContentHash = 88,
  kAtFinished = 96,
  kAtHistogram = 104,
  kAtReserved = kAtHistogram + 8 * Histogram::kSize,
  kAtChecksum = kHeaderBytes - 8,
};

std::uint64_t hash(std::span<const std::byte> bytes) {
  return XXH3_64bits(bytes.data(), bytes.size());
}

template <typename Number>
Number field(std::span<const std::byte> bytes, Offset offset) {
  return load<Number>(bytes.data() + offset);
}

// Checks that these are the bytes of a finished header of a known version, before any field is
// used.
void check_frame(std::span<const std::byte> bytes, const std::string& file) {
  if (bytes.size() < kHeaderBytes) throw_damaged(file, "truncated inside its header", 0);
  if (std::memcmp(bytes.data(), kMagic.data(), kMagic.size()) != 0) {
    throw_damaged(file, "not a layer file of a Pipopipette table", 0);
  }
  const auto version = field<std::uint32_t>(bytes, kAtVersion);
  if (version > kCostVersion) throw_newer(file, version, kCostVersion);
  if (version > kFormatVersion && version < kNimstringVersion) {
    throw_newer(file, version, kFormatVersion);
  }
  if (version == 0) throw_damaged(file, "format version 0, which does not exist");
  if (field<std::uint64_t>(bytes, kAtFinished) == 0) throw_damaged(file, "was never finished");
  if (field<std::uint64_t>(bytes, kAtChecksum) != hash(bytes.first(kAtChecksum))) {
    throw_damaged(file, "its header does not match its checksum", 0);
  }
}

bool all_zero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; });
}

// Throws NewerTable if a header with a right checksum has a value that only a newer version writes,
// and DamagedTable if it has one that only an older version wrote.
void check_known(std::span<const std::byte> bytes, const std::string& file) {
  const auto game = field<std::uint8_t>(bytes, kAtMeaning);
  const auto codec = field<std::uint8_t>(bytes, kAtCodec);
  const auto left_out = field<std::uint8_t>(bytes, kAtLeftOut);
  const auto version = field<std::uint32_t>(bytes, kAtVersion);
  const bool may_cost = version == kCostVersion || bytes[kAtLastMoveCost] == std::byte{0};
  const bool known = (game == kMarginToMove || game == kNimValue) && may_cost && codec >= 1 &&
                     codec <= kCodec && left_out <= kMostLeftOut &&
                     all_zero(bytes.subspan(kAtZeros, kAtStart - kAtZeros)) &&
                     all_zero(bytes.subspan(kAtReserved, kAtChecksum - kAtReserved));
  if (!known) throw_unknown(file, "its header has values that this program does not know");
  if (version < kOldestVersion) throw_older(file, fmt::format("format version {}", version));
  if (codec < kCodec) throw_older(file, fmt::format("codec {}", codec));
  if (left_out > 0) throw_older(file, "a file that leaves out values of mirror images");
}

TableIdentity table_of(std::span<const std::byte> bytes, const std::string& file) {
  try {
    const Board board(field<std::uint8_t>(bytes, kAtRows), field<std::uint8_t>(bytes, kAtColumns));
    board.expect_small();
    return {board, field<std::uint64_t>(bytes, kAtStart),
            game_of(field<std::uint8_t>(bytes, kAtMeaning)),
            checked_last_move_cost(board, field<LastMoveCost>(bytes, kAtLastMoveCost))};
  } catch (const BadInput& error) {
    throw_damaged(file, error.what());
  }
}

}  // namespace

HeaderBytes write_header(const LayerHeader& header, Finished finished) {
  HeaderBytes bytes{};
  std::byte* const at = bytes.data();
  std::memcpy(at + kAtMagic, kMagic.data(), kMagic.size());
  store(at + kAtVersion, version_of(header.table));
  store(at + kAtHeaderBytes, static_cast<std::uint32_t>(kHeaderBytes));
  store(at + kAtRows, static_cast<std::uint8_t>(header.table.board.rows()));
  store(at + kAtColumns, static_cast<std::uint8_t>(header.table.board.columns()));
  store(at + kAtLayer, static_cast<std::uint8_t>(header.layer));
  store(at + kAtMeaning, meaning(header.table.game));
  store(at + kAtCodec, kCodec);
  store(at + kAtLastMoveCost, header.table.last_move_cost);
  store(at + kAtStart, header.table.start);
  store(at + kAtBlockRows, header.block_rows);
  store(at + kAtBlockColumns, header.block_columns);
  store(at + kAtSections, header.sections);
  store(at + kAtBlocks, header.blocks);
  store(at + kAtStored, header.stored);
  store(at + kAtIndexOffset, header.index_offset);
  store(at + kAtFileBytes, header.file_bytes);
  store(at + kAtIndexChecksum, header.index_checksum);
  store(at + kAtContentHash, header.content_hash);
  store(at + kAtFinished, finished == Finished::yes ? kFinishedMark : 0);
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    store(at + kAtHistogram + 8 * static_cast<std::size_t>(margin + kMaximumMargin),
          header.values[margin]);
  }
  store(at + kAtChecksum, hash(std::span(bytes).first(kAtChecksum)));
  return bytes;
}

LayerHeader read_header(std::span<const std::byte> bytes, const std::string& file) {
  check_frame(bytes, file);
  check_known(bytes, file);
  LayerHeader header;
  header.table = table_of(bytes, file);
  header.layer = field<std::uint8_t>(bytes, kAtLayer);
  header.block_rows = field<std::uint32_t>(bytes, kAtBlockRows);
  header.block_columns = field<std::uint32_t>(bytes, kAtBlockColumns);
  header.sections = field<std::uint64_t>(bytes, kAtSections);
  header.blocks = field<std::uint64_t>(bytes, kAtBlocks);
  header.stored = field<std::uint64_t>(bytes, kAtStored);
  header.index_offset = field<std::uint64_t>(bytes, kAtIndexOffset);
  header.file_bytes = field<std::uint64_t>(bytes, kAtFileBytes);
  header.index_checksum = field<std::uint64_t>(bytes, kAtIndexChecksum);
  header.content_hash = field<std::uint64_t>(bytes, kAtContentHash);
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    const std::size_t at = kAtHistogram + 8 * static_cast<std::size_t>(margin + kMaximumMargin);
    header.values[margin] = load<std::uint64_t>(bytes.data() + at);
  }
  // Only a header that this program could have written is accepted.
  const HeaderBytes again = write_header(header, Finished::yes);
  if (std::memcmp(again.data(), bytes.data(), kHeaderBytes) != 0) {
    throw_damaged(file, "its header has values that no version writes");
  }
  return header;
}

bool is_whole_header(std::span<const std::byte> bytes) {
  if (bytes.size() < kHeaderBytes) return false;
  const std::size_t size = field<std::uint32_t>(bytes, kAtHeaderBytes);
  if (size < kIdentityEnd || size > bytes.size()) return false;
  return load<std::uint64_t>(bytes.data() + size - 8) == hash(bytes.first(size - 8));
}

std::uint64_t file_identity(const LayerHeader& header) {
  const HeaderBytes bytes = write_header(header, Finished::yes);
  return hash(std::span(bytes).first(kIdentityEnd));
}

}  // namespace pipo
