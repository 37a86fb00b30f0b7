// The index at the end of a layer's file: where each block is, and how to tell that it is whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pipo {

constexpr std::size_t kIndexEntryBytes = 24;

struct IndexEntry {
  std::uint64_t offset = 0;  // of the block, from the start of the file
  std::uint32_t bytes = 0;   // of the block in the file
  std::uint32_t values = 0;  // its entries, blank or not
  // XXH3-64 of its bytes, seeded with the file's identity plus the block's number.
  std::uint64_t checksum = 0;

  friend bool operator==(const IndexEntry&, const IndexEntry&) = default;
};

std::vector<std::byte> write_index(std::span<const IndexEntry> index);
std::vector<IndexEntry> read_index(std::span<const std::byte> bytes);

std::uint64_t block_checksum(std::span<const std::byte> block, std::uint64_t identity,
                             std::uint64_t number);
std::uint64_t index_checksum(std::span<const std::byte> index, std::uint64_t identity);

}  // namespace pipo
