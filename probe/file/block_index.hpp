// The block index at the end of a layer file: the place and the checksum of each block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "probe/file/content_hash.hpp"
#include "probe/file/read_only_file.hpp"

namespace pipo {

constexpr std::size_t kIndexEntryBytes = 24;

// Larger indexes are not kept in memory; those of 5x5 would take 67 GB. Their entries are read when
// they are needed, which costs little compared with decoding the blocks.
constexpr std::uint64_t kMostBlocksInMemory = 2'000'000;

// How much of a block index is read when its file is opened.
struct IndexReading {
  // The entries of larger indexes stay in the file.
  std::uint64_t most_in_memory = kMostBlocksInMemory;
  // Larger indexes are not read at all, so their checksum is not checked. The checksum of each
  // block still is: it is in the block's entry and depends on its number.
  std::uint64_t most_checked = std::numeric_limits<std::uint64_t>::max();
};

// As many entries as one call should read or write at a time.
constexpr std::uint64_t kEntriesAtATime = 1 << 16;

struct IndexEntry {
  std::uint64_t offset = 0;  // of the block, from the start of the file
  std::uint32_t bytes = 0;   // size of the block in the file
  std::uint32_t values = 0;  // its number of entries
  // XXH3-64 of the block's bytes, seeded with the file's identity plus the block's number.
  std::uint64_t checksum = 0;

  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

std::vector<std::byte> write_index(std::span<const IndexEntry> index);
std::vector<IndexEntry> read_index(std::span<const std::byte> bytes);

std::uint64_t block_checksum(std::span<const std::byte> block, std::uint64_t identity,
                             std::uint64_t number);

// The checksum of a block index, to which its bytes are to be added.
StreamedHash index_checksum(std::uint64_t identity);

// Entries by the number of their block, in memory or in a file. Any thread may read an entry once
// it has been written.
class BlockIndex {
 public:
  using Listed = std::shared_ptr<const std::vector<IndexEntry>>;

  explicit BlockIndex(Listed entries) : size_(entries->size()), listed_(std::move(entries)) {}
  // `size` entries of a file from `offset` on. The blocks end before `blocks_end` in their file,
  // which is another one while that is being written.
  BlockIndex(ReadOnlyFile file, std::uint64_t offset, std::uint64_t size,
             std::uint64_t blocks_end = std::numeric_limits<std::uint64_t>::max())
      : size_(size), file_(std::move(file)), offset_(offset), blocks_end_(blocks_end) {}

  std::uint64_t size() const { return size_; }

  // Throw what ReadOnlyFile::read throws, and DamagedTable if an entry in a file names a place that
  // has no blocks.
  IndexEntry operator[](std::uint64_t number) const;
  std::vector<IndexEntry> entries(std::uint64_t first, std::uint64_t end) const;

 private:
  IndexEntry checked(const IndexEntry& entry, std::uint64_t number) const;

  std::uint64_t size_;
  Listed listed_ = nullptr;
  std::optional<ReadOnlyFile> file_ = {};
  std::uint64_t offset_ = 0;
  std::uint64_t blocks_end_ = 0;
};

}  // namespace pipo
