#include "probe/file/content_hash.hpp"

#include <xxhash.h>

#include <vector>

#include "probe/file/little_endian.hpp"

namespace pipo {
namespace {

std::uint64_t seed_of(const SectionKey& key) {
  return key.seam + (static_cast<std::uint64_t>(key.lower) << 32) +
         (static_cast<std::uint64_t>(key.upper) << 40);
}

}  // namespace

std::uint64_t section_hash(const SectionKey& key, std::span<const std::int8_t> dense) {
  return XXH3_64bits_withSeed(dense.data(), dense.size(), seed_of(key));
}

StreamedHash section_hash(const SectionKey& key) {
  return StreamedHash(seed_of(key));
}

std::uint64_t combined_hash(std::span<const std::uint64_t> hashes) {
  std::vector<std::byte> bytes(hashes.size() * 8);
  for (std::size_t i = 0; i < hashes.size(); ++i) store(bytes.data() + 8 * i, hashes[i]);
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace pipo
