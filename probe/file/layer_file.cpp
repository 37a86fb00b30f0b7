#include "probe/file/layer_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "probe/base/narrow.hpp"
#include "probe/file/damaged.hpp"

namespace pipo {
namespace {

std::string ordinal(std::uint64_t number, std::uint64_t count) {
  return fmt::format("block {} of {}", number, count);
}

LayerHeader header_of(const ReadOnlyFile& file) {
  HeaderBytes bytes{};
  const auto present = std::span(bytes).first(
      static_cast<std::size_t>(std::min<std::uint64_t>(file.bytes(), bytes.size())));
  file.read(0, present);
  LayerHeader header = read_header(present, file.path().string());
  if (header.file_bytes != file.bytes()) {
    throw_damaged(file.path().string(),
                  fmt::format("it has {} bytes instead of {}", file.bytes(), header.file_bytes),
                  std::min(file.bytes(), header.file_bytes));
  }
  return header;
}

// Throws DamagedTable if the block index is not at the end of the file.
void check_place_of_index(const ReadOnlyFile& file, const LayerHeader& header) {
  // These comparisons add only bounded numbers, since sums of numbers from the file might overflow.
  if (header.blocks > header.file_bytes / kIndexEntryBytes ||
      header.file_bytes < kHeaderBytes + header.blocks * kIndexEntryBytes ||
      header.index_offset != header.file_bytes - header.blocks * kIndexEntryBytes) {
    throw_damaged(file.path().string(), "its block index does not end at the end of the file");
  }
}

// Reads the block index, and calls f(entries) for batches of consecutive entries. Throws
// DamagedTable if it is not at its place or, in the end, fails its checksum.
template <typename F>
void read_index_of(const ReadOnlyFile& file, const LayerHeader& header, F&& f) {
  const std::string path = file.path().string();
  check_place_of_index(file, header);
  StreamedHash checksum = index_checksum(file_identity(header));
  std::vector<std::byte> bytes;
  for (std::uint64_t first = 0; first < header.blocks; first += kEntriesAtATime) {
    bytes.resize(static_cast<std::size_t>(std::min(kEntriesAtATime, header.blocks - first)) *
                 kIndexEntryBytes);
    file.read(header.index_offset + first * kIndexEntryBytes, bytes);
    checksum.add(bytes);
    f(read_index(bytes));
  }
  if (checksum.value() != header.index_checksum)
    throw_damaged(path, "its block index does not match its checksum", header.index_offset);
}

LayerHeader checked_header(const ReadOnlyFile& file, const TableIdentity& table,
                           const LayerLayout& layout) {
  const LayerHeader header = header_of(file);
  const std::string path = file.path().string();
  if (header.table != table || header.layer != layout.layer()) {
    throw_damaged(path, fmt::format("it is layer {} of {}, not layer {} of {}", header.layer,
                                    folder_name(header.table), layout.layer(), folder_name(table)));
  }
  if (header.block_rows != kBlockRows || header.block_columns != kBlockColumns ||
      header.sections != layout.sections().size() || header.blocks != layout.blocks() ||
      header.stored != layout.entries() || header.values.total() != header.stored) {
    throw_damaged(path, "its header gives other counts than that layer has");
  }
  return header;
}

// Returns the block index if the blocks fill the file from header to index, in any order and
// without gaps.
BlockIndex index_in_memory(const ReadOnlyFile& file, const LayerHeader& header) {
  const std::string path = file.path().string();
  std::vector<IndexEntry> index;
  index.reserve(narrow<std::size_t>(header.blocks));
  read_index_of(file, header, [&index](const std::vector<IndexEntry>& entries) {
    index.insert(index.end(), entries.begin(), entries.end());
  });
  std::vector<IndexEntry> blocks = index;
  std::ranges::sort(blocks, {}, &IndexEntry::offset);
  std::uint64_t offset = kHeaderBytes;
  for (const IndexEntry& entry : blocks) {
    if (entry.offset != offset) throw_damaged(path, "its blocks do not follow each other", offset);
    offset += entry.bytes;
  }
  if (offset != header.index_offset)
    throw_damaged(path, "its blocks do not end at the beginning of its block index");
  return BlockIndex(std::make_shared<const std::vector<IndexEntry>>(std::move(index)));
}

// The same, but the entries stay in the file. Blocks that overlap are found when they are read,
// since the checksum of a block depends on its number.
BlockIndex index_in_file(const ReadOnlyFile& file, const LayerHeader& header) {
  const std::string path = file.path().string();
  std::uint64_t end = kHeaderBytes;
  read_index_of(file, header, [&](const std::vector<IndexEntry>& entries) {
    for (const IndexEntry& entry : entries) {
      if (entry.offset < kHeaderBytes || entry.offset > header.index_offset ||
          entry.bytes > header.index_offset - entry.offset) {
        throw_damaged(path, "a block is outside the place of blocks", entry.offset);
      }
      end += entry.bytes;
    }
  });
  if (end != header.index_offset)
    throw_damaged(path, "its blocks do not fill the place from header to block index");
  return {file, header.index_offset, header.blocks, header.index_offset};
}

BlockIndex index_of(const ReadOnlyFile& file, const LayerHeader& header,
                    const IndexReading& reading) {
  if (header.blocks > reading.most_checked) {
    check_place_of_index(file, header);
    return {file, header.index_offset, header.blocks, header.index_offset};
  }
  return header.blocks <= reading.most_in_memory ? index_in_memory(file, header)
                                                 : index_in_file(file, header);
}

}  // namespace

LayerHeader read_layer_header(const std::filesystem::path& path) {
  return header_of(ReadOnlyFile(path, KeepOpen::yes));
}

bool has_whole_header(const std::filesystem::path& path) {
  constexpr std::uint64_t kMost = 65536;  // more than the header of any version
  const ReadOnlyFile file(path, KeepOpen::yes);
  std::vector<std::byte> bytes(static_cast<std::size_t>(std::min(file.bytes(), kMost)));
  file.read(0, bytes);
  return is_whole_header(bytes);
}

LayerHeader check_header_and_index(const std::filesystem::path& path) {
  const ReadOnlyFile file(path, KeepOpen::yes);
  const LayerHeader header = header_of(file);
  read_index_of(file, header, [](const std::vector<IndexEntry>&) {});
  return header;
}

LayerFile::LayerFile(const std::filesystem::path& path, const TableIdentity& table,
                     const LayerLayout& layout, KeepOpen keep_open, const IndexReading& index)
    : file_(path, keep_open),
      layout_(&layout),
      header_(checked_header(file_, table, layout)),
      identity_(file_identity(header_)),
      index_(index_of(file_, header_, index)) {}

LayerFile::LayerFile(ReadOnlyFile file, const LayerHeader& header, const LayerLayout& layout,
                     BlockIndex index)
    : file_(std::move(file)),
      layout_(&layout),
      header_(header),
      identity_(file_identity(header)),
      index_(std::move(index)) {}

void LayerFile::damaged(const std::string& what, std::uint64_t offset) const {
  throw_damaged(path().string(), what, offset);
}

std::uint64_t LayerFile::bytes_of_blocks(std::uint64_t first, std::uint64_t end) const {
  std::uint64_t bytes = 0;
  for (; first < end; ++first) bytes += index_[first].bytes;
  return bytes;
}

void LayerFile::prefetch_blocks(std::uint64_t first, std::uint64_t end) const {
  for (std::uint64_t offset = 0, bytes = 0; first < end; ++first) {
    const IndexEntry entry = index_[first];
    if (entry.offset != offset + bytes) {
      if (bytes > 0) file_.prefetch(offset, bytes);
      offset = entry.offset;
      bytes = 0;
    }
    bytes += entry.bytes;
    if (first + 1 == end) file_.prefetch(offset, bytes);
  }
}

void LayerFile::read_block(std::uint64_t number, PackedBlock& block) const {
  static thread_local std::vector<std::byte> bytes;
  static thread_local BlockDecoder decoder;
  const IndexEntry entry = index_[number];
  const BlockExtent place = layout_->block(number);
  if (entry.values != std::uint64_t{place.rows} * place.columns) {
    damaged(ordinal(number, index_.size()) + " has another number of values than its place",
            entry.offset);
  }
  bytes.resize(entry.bytes);
  file_.read(entry.offset, bytes);
  if (block_checksum(bytes, identity_, number) != entry.checksum) {
    damaged(ordinal(number, index_.size()) + " does not match its checksum", entry.offset);
  }
  const std::string_view problem = decoder.decode(bytes, place.rows, place.columns, block);
  if (!problem.empty()) {
    damaged(fmt::format("{}: {}", ordinal(number, index_.size()), problem), entry.offset);
  }
}

}  // namespace pipo
