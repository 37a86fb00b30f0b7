#include "generator/cluster/messages.hpp"

#include <fmt/core.h>
#include <xxhash.h>

#include <cstring>
#include <span>
#include <stdexcept>

namespace pipo {
MessageBytes values_message(const Fetch& fetch, const std::int8_t* values) {
  const auto piece = std::as_bytes(std::span(values + fetch.offset, fetch.bytes));
  MessageWriter writer;
  writer.put(MessageHead{MessageKind::values, fetch.attempt})
      .put(fetch)
      .put(XXH3_64bits(piece.data(), piece.size()));
  return writer.put_bytes(piece).take();
}

void copy_values(const MessageBytes& message, const FindValues& find) {
  MessageReader reader(message);
  reader.get<MessageHead>();
  const auto fetch = reader.get<Fetch>();
  const auto hash = reader.get<XXH64_hash_t>();
  const std::span<const std::byte> piece = reader.rest();
  if (piece.size() != fetch.bytes || XXH3_64bits(piece.data(), piece.size()) != hash)
    throw std::logic_error("values that a rank has sent did not arrive as they were");
  std::memcpy(find(fetch.tile) + fetch.offset, piece.data(), piece.size());
}

Failure read_failure(const MessageBytes& message, const std::string& rank) {
  const Failure failure = content_of<Failure>(message);
  return {failure.code, fmt::format("{}: {}", rank, failure.text)};
}

}  // namespace pipo
