#include "probe/file/content_hash.hpp"

#include <xxhash.h>

#include <new>
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

struct SectionHash::State {
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> of_xxhash{XXH3_createState()};
};

SectionHash::SectionHash(const SectionKey& key) : state_(std::make_unique<State>()) {
  if (!state_->of_xxhash) throw std::bad_alloc();
  XXH3_64bits_reset_withSeed(state_->of_xxhash.get(), seed_of(key));
}

SectionHash::~SectionHash() = default;
SectionHash::SectionHash(SectionHash&&) noexcept = default;
SectionHash& SectionHash::operator=(SectionHash&&) noexcept = default;

void SectionHash::add(std::span<const std::int8_t> values) {
  XXH3_64bits_update(state_->of_xxhash.get(), values.data(), values.size());
}

std::uint64_t SectionHash::digest() const {
  return XXH3_64bits_digest(state_->of_xxhash.get());
}

std::uint64_t combined_hash(std::span<const std::uint64_t> hashes) {
  std::vector<std::byte> bytes(hashes.size() * 8);
  for (std::size_t i = 0; i < hashes.size(); ++i) store(bytes.data() + 8 * i, hashes[i]);
  return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace pipo
