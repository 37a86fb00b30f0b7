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

class MessageWriter {
 public:
  template <typename T>
  MessageWriter& put(const T& value) {
    if constexpr (Plain<T>) {
      append(&value, sizeof value);
    } else if constexpr (Listed<T>) {
      put(value.size());
      if constexpr (Plain<typename T::value_type>) {
        append(value.data(), value.size() * sizeof *value.data());
      } else {
        for (const auto& element : value) put(element);
      }
    } else {
      std::apply([this](const auto&... field) { (put(field), ...); }, fields_of(value));
    }
    return *this;
  }

  // Appends the last bytes of the message with one allocation.
  MessageWriter& put_bytes(std::span<const std::byte> bytes) {
    bytes_.reserve(bytes_.size() + bytes.size());
    append(bytes.data(), bytes.size());
    return *this;
  }

  MessageBytes take() { return std::move(bytes_); }

 private:
  void append(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  MessageBytes bytes_;
};

// Throws std::logic_error if the bytes end too soon.
class MessageReader {
 public:
  explicit MessageReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <typename T>
  T get() {
    T value{};
    get(value);
    return value;
  }

  std::span<const std::byte> rest() const { return rest_; }

 private:
  template <typename T>
  void get(T& value) {
    if constexpr (Plain<T>) {
      copy(&value, sizeof value);
    } else if constexpr (Listed<T>) {
      value.resize(checked(get<std::size_t>(), 1));
      if constexpr (Plain<typename T::value_type>) {
        copy(value.data(), value.size() * sizeof *value.data());
      } else {
        for (auto& element : value) get(element);
      }
    } else {
      std::apply([this](auto&... field) { (get(field), ...); }, fields_of(value));
    }
  }
  std::size_t checked(std::size_t count, std::size_t size) const {
    if (count > rest_.size() / size) throw std::logic_error("a message between ranks is cut short");
    return count;
  }
  void copy(void* out, std::size_t size) {
    checked(size, 1);
    if (size > 0) std::memcpy(out, rest_.data(), size);
    rest_ = rest_.subspan(size);
  }

  std::span<const std::byte> rest_;
};

}  // namespace pipo
