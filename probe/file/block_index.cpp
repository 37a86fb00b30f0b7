#include "probe/file/block_index.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "probe/base/narrow.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/layer_header.hpp"
#include "probe/file/little_endian.hpp"

namespace pipo {
namespace {

IndexEntry entry_at(const std::byte* at) {
  return {.offset = load<std::uint64_t>(at),
          .bytes = load<std::uint32_t>(at + 8),
          .values = load<std::uint32_t>(at + 12),
          .checksum = load<std::uint64_t>(at + 16)};
}

}  // namespace

std::vector<std::byte> write_index(std::span<const IndexEntry> index) {
  std::vector<std::byte> bytes(index.size() * kIndexEntryBytes);
  std::byte* at = bytes.data();
  for (const IndexEntry& entry : index) {
    store(at, entry.offset);
    store(at + 8, entry.bytes);
    store(at + 12, entry.values);
    store(at + 16, entry.checksum);
    at += kIndexEntryBytes;
  }
  return bytes;
}

std::vector<IndexEntry> read_index(std::span<const std::byte> bytes) {
  std::vector<IndexEntry> index;
  index.reserve(bytes.size() / kIndexEntryBytes);
  for (std::size_t i = 0; i + kIndexEntryBytes <= bytes.size(); i += kIndexEntryBytes) {
    index.push_back(entry_at(bytes.data() + i));
  }
  return index;
}

std::uint64_t block_checksum(std::span<const std::byte> block, std::uint64_t identity,
                             std::uint64_t number) {
  return XXH3_64bits_withSeed(block.data(), block.size(), identity + number);
}

StreamedHash index_checksum(std::uint64_t identity) {
  return StreamedHash(identity);
}

IndexEntry BlockIndex::checked(const IndexEntry& entry, std::uint64_t number) const {
  // No block is nearly as large as this, and a damaged entry must not ask for more memory.
  const std::uint64_t most = std::min(4 * std::uint64_t{entry.values} + 4096, blocks_end_);
  if (entry.bytes > most || entry.offset < kHeaderBytes ||
      entry.offset > blocks_end_ - entry.bytes) {
    throw_damaged(file_->path().string(),
                  fmt::format("the entry of block {} names a place without blocks", number),
                  offset_ + number * kIndexEntryBytes);
  }
  return entry;
}

IndexEntry BlockIndex::operator[](std::uint64_t number) const {
  if (listed_) return (*listed_)[narrow<std::size_t>(number)];
  std::array<std::byte, kIndexEntryBytes> bytes{};
  file_->read(offset_ + number * kIndexEntryBytes, bytes);
  return checked(entry_at(bytes.data()), number);
}

std::vector<IndexEntry> BlockIndex::entries(std::uint64_t first, std::uint64_t end) const {
  if (listed_) {
    const auto begin = listed_->begin();
    return {begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(end)};
  }
  std::vector<std::byte> bytes(narrow<std::size_t>((end - first) * kIndexEntryBytes));
  file_->read(offset_ + first * kIndexEntryBytes, bytes);
  std::vector<IndexEntry> entries = read_index(bytes);
  for (const IndexEntry& entry : entries) checked(entry, first++);
  return entries;
}

}  // namespace pipo
