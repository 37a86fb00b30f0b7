#include "probe/file/streamed_hash.hpp"

#define XXH_STATIC_LINKING_ONLY  // for the definition of XXH3_state_t
#include <xxhash.h>

#include <cstring>
#include <new>
#include <stdexcept>

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

}  // namespace pipo
