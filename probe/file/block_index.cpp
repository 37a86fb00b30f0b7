#include "probe/file/block_index.hpp"

#include <xxhash.h>

#include "probe/file/little_endian.hpp"

namespace pipo {
namespace {

std::uint64_t hash(std::span<const std::byte> bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
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
    const std::byte* const at = bytes.data() + i;
    index.push_back({.offset = load<std::uint64_t>(at),
                     .bytes = load<std::uint32_t>(at + 8),
                     .values = load<std::uint32_t>(at + 12),
                     .checksum = load<std::uint64_t>(at + 16)});
  }
  return index;
}

std::uint64_t block_checksum(std::span<const std::byte> block, std::uint64_t identity,
                             std::uint64_t number) {
  return hash(block, identity + number);
}

std::uint64_t index_checksum(std::span<const std::byte> index, std::uint64_t identity) {
  return hash(index, identity);
}

}  // namespace pipo
