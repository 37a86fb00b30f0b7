#include "probe/file/layer_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "probe/file/damaged.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {
namespace {

std::string ordinal(std::uint64_t number, std::uint64_t count) {
  return fmt::format("block {} of {}", number, count);
}

LayerHeader header_of(const ReadOnlyFile& file) {
  HeaderBytes bytes{};
  const auto present = std::span(bytes).first(std::min<std::uint64_t>(file.bytes(), bytes.size()));
  file.read(0, present);
  LayerHeader header = read_header(present, file.path().string());
  if (header.file_bytes != file.bytes()) {
    throw_damaged(file.path().string(),
                  fmt::format("it has {} bytes instead of {}", file.bytes(), header.file_bytes),
                  std::min(file.bytes(), header.file_bytes));
  }
  return header;
}

// Returns the bytes of the block index. Throws DamagedTable if it is not at the end of the file or
// fails its checksum.
std::vector<std::byte> index_of(const ReadOnlyFile& file, const LayerHeader& header) {
  const std::string path = file.path().string();
  // These comparisons add only bounded numbers, since sums of numbers from the file might overflow.
  if (header.blocks > header.file_bytes / kIndexEntryBytes ||
      header.file_bytes < kHeaderBytes + header.blocks * kIndexEntryBytes ||
      header.index_offset != header.file_bytes - header.blocks * kIndexEntryBytes) {
    throw_damaged(path, "its block index does not end at the end of the file");
  }
  std::vector<std::byte> index(header.blocks * kIndexEntryBytes);
  file.read(header.index_offset, index);
  if (index_checksum(index, file_identity(header)) != header.index_checksum) {
    throw_damaged(path, "its block index does not match its checksum", header.index_offset);
  }
  return index;
}

}  // namespace

LayerHeader read_layer_header(const std::filesystem::path& path) {
  return header_of(ReadOnlyFile(path, KeepOpen::yes));
}

LayerHeader check_header_and_index(const std::filesystem::path& path) {
  const ReadOnlyFile file(path, KeepOpen::yes);
  const LayerHeader header = header_of(file);
  index_of(file, header);
  return header;
}

LayerFile::LayerFile(const std::filesystem::path& path, const TableIdentity& table,
                     const LayerLayout& layout, KeepOpen keep_open)
    : file_(path, keep_open), layout_(&layout) {
  header_ = header_of(file_);
  check_header(table);
  identity_ = file_identity(header_);
  index_ = std::make_shared<const std::vector<IndexEntry>>(read_index(index_of(file_, header_)));
  check_index();
}

LayerFile::LayerFile(ReadOnlyFile file, const LayerHeader& header, const LayerLayout& layout,
                     std::shared_ptr<const std::vector<IndexEntry>> index)
    : file_(std::move(file)),
      layout_(&layout),
      header_(header),
      identity_(file_identity(header)),
      index_(std::move(index)) {}

void LayerFile::damaged(const std::string& what, std::uint64_t offset) const {
  throw_damaged(path().string(), what, offset);
}

void LayerFile::check_header(const TableIdentity& table) const {
  if (header_.table != table || header_.layer != layout_->layer()) {
    damaged(fmt::format("it is layer {} of {}, not layer {} of {}", header_.layer,
                        folder_name(header_.table), layout_->layer(), folder_name(table)));
  }
  if (header_.block_rows != kBlockRows || header_.block_columns != kBlockColumns ||
      header_.sections != layout_->sections().size() || header_.blocks != layout_->blocks() ||
      header_.stored > layout_->entries() || header_.values.total() != header_.stored ||
      (header_.thinning == Thinning::rows && header_.stored != layout_->entries())) {
    damaged("its header gives other counts than that layer has");
  }
}

// Checks that the blocks fill the file from header to index, without gaps. From version 3 on they
// may be in any order; before, they are in the order of their numbers.
void LayerFile::check_index() const {
  std::vector<IndexEntry> blocks = *index_;
  if (header_.version > 2) std::ranges::sort(blocks, {}, &IndexEntry::offset);
  std::uint64_t offset = kHeaderBytes;
  for (const IndexEntry& entry : blocks) {
    if (entry.offset != offset) damaged("its blocks do not follow each other", offset);
    offset += entry.bytes;
  }
  if (offset != header_.index_offset)
    damaged("its blocks do not end at the beginning of its block index");
}

std::uint64_t LayerFile::bytes_of_blocks(std::uint64_t first, std::uint64_t end) const {
  std::uint64_t bytes = 0;
  for (; first < end; ++first) bytes += (*index_)[first].bytes;
  return bytes;
}

void LayerFile::expect_blocks(std::uint64_t first, std::uint64_t end) const {
  const std::vector<IndexEntry>& index = *index_;
  while (first < end) {
    const std::uint64_t offset = index[first].offset;
    std::uint64_t bytes = 0;
    while (first < end && index[first].offset == offset + bytes) bytes += index[first++].bytes;
    file_.expect(offset, bytes);
  }
}

void LayerFile::read_block(std::uint64_t number, PackedBlock& block) const {
  static thread_local std::vector<std::byte> bytes;
  static thread_local BlockDecoder decoder;
  const IndexEntry& entry = (*index_)[number];
  const BlockPlace place = layout_->block(number);
  if (entry.values != std::uint64_t{place.rows} * place.columns) {
    damaged(ordinal(number, index_->size()) + " has another number of values than its place",
            entry.offset);
  }
  bytes.resize(entry.bytes);
  file_.read(entry.offset, bytes);
  if (block_checksum(bytes, identity_, number) != entry.checksum) {
    damaged(ordinal(number, index_->size()) + " does not match its checksum", entry.offset);
  }
  const std::string_view problem =
      decoder.decode(header_.codec, bytes, place.rows, place.columns, block);
  if (!problem.empty()) {
    damaged(fmt::format("{}: {}", ordinal(number, index_->size()), problem), entry.offset);
  }
}

}  // namespace pipo
