// Writes numbers, texts and lists into the bytes of a message and reads them back. All ranks run
// the same program on the same kind of machine, so the bytes are those in memory.
#pragma once

#include <cstring>
#include <span>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

#include "generator/cluster/ranks.hpp"

namespace pipo {

template <typename T>
concept Plain = std::is_trivially_copyable_v<T>;

// A text or a list: its size, then its elements.
template <typename T>
concept Listed = requires(T list) {
  list.resize(list.size()), list.data();
};

// Anything else has fields, in the order in which they are sent: T::fields(value) is a tuple of
// references.
template <typename T>
auto fields_of(T& value) {
  return std::remove_const_t<T>::fields(value);
}

// Passes the parts of a value to `stream`, which writes them, or reads them if kReads.
template <typename Stream, typename T>
void pass(Stream& stream, T& value) {
  if constexpr (Plain<T>) {
    stream.pass_bytes(&value, sizeof value);
  } else if constexpr (Listed<std::remove_const_t<T>>) {
    std::size_t size = value.size();
    pass(stream, size);
    if constexpr (Stream::kReads) value.resize(stream.checked(size));
    if constexpr (Plain<typename T::value_type>) {
      stream.pass_bytes(value.data(), value.size() * sizeof *value.data());
    } else {
      for (auto& element : value) pass(stream, element);
    }
  } else {
    std::apply([&stream](auto&... field) { (pass(stream, field), ...); }, fields_of(value));
  }
}

class MessageWriter {
 public:
  static constexpr bool kReads = false;

  template <typename T>
  MessageWriter& put(const T& value) {
    pass(*this, value);
    return *this;
  }
  void pass_bytes(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }
  MessageBytes take() { return std::move(bytes_); }

 private:
  MessageBytes bytes_;
};

// Throws std::logic_error if the bytes end too soon.
class MessageReader {
 public:
  static constexpr bool kReads = true;

  explicit MessageReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <typename T>
  T get() {
    T value{};
    pass(*this, value);
    return value;
  }
  void pass_bytes(void* out, std::size_t size) {
    if (size > 0) std::memcpy(out, rest_.data(), checked(size));
    rest_ = rest_.subspan(size);
  }
  std::size_t checked(std::size_t bytes) const {
    if (bytes > rest_.size()) throw std::logic_error("a message between ranks is cut short");
    return bytes;
  }

 private:
  std::span<const std::byte> rest_;
};

}  // namespace pipo
