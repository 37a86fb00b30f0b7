// The block index at the end of a layer file: the place and the checksum of each block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pipo {

constexpr std::size_t kIndexEntryBytes = 24;

struct IndexEntry {
  std::uint64_t offset = 0;  // of the block, from the start of the file
  std::uint32_t bytes = 0;   // size of the block in the file
  std::uint32_t values = 0;  // its number of entries, including don't-care ones
  // XXH3-64 of the block's bytes, seeded with the file's identity plus the block's number.
  std::uint64_t checksum = 0;

  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

std::vector<std::byte> write_index(std::span<const IndexEntry> index);
std::vector<IndexEntry> read_index(std::span<const std::byte> bytes);

std::uint64_t block_checksum(std::span<const std::byte> block, std::uint64_t identity,
                             std::uint64_t number);
std::uint64_t index_checksum(std::span<const std::byte> index, std::uint64_t identity);

}  // namespace pipo
