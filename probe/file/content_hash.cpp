#define XXH_STATIC_LINKING_ONLY  // for the definition of XXH3_state_t

#include "probe/file/content_hash.hpp"

#include <xxhash.h>

#include <cstring>
#include <new>
#include <stdexcept>
#include <vector>

#include "probe/file/little_endian.hpp"

namespace pipo {

StreamedHash::StreamedHash(std::uint64_t seed) : state_(XXH3_createState()) {
  if (!state_) throw std::bad_alloc();
  XXH3_64bits_reset_withSeed(static_cast<XXH3_state_t*>(state_.get()), seed);
}

void StreamedHash::add(std::span<const std::byte> bytes) {
  XXH3_64bits_update(static_cast<XXH3_state_t*>(state_.get()), bytes.data(), bytes.size());
}

std::uint64_t StreamedHash::value() const {
  return XXH3_64bits_digest(static_cast<const XXH3_state_t*>(state_.get()));
}

std::vector<std::byte> StreamedHash::state() const {
  std::vector<std::byte> bytes(sizeof(XXH3_state_t));
  std::memcpy(bytes.data(), state_.get(), bytes.size());
  return bytes;
}

// All of the state but its pointer to a constant of the library.
void StreamedHash::continue_from(std::span<const std::byte> state) {
  auto* const own = static_cast<XXH3_state_t*>(state_.get());
  if (state.size() != sizeof *own) throw std::logic_error("not the state of a hash");
  const unsigned char* const secret = own->extSecret;
  std::memcpy(own, state.data(), state.size());
  own->extSecret = secret;
}

void StreamedHash::Free::operator()(void* state) const {
  XXH3_freeState(static_cast<XXH3_state_t*>(state));
}

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
