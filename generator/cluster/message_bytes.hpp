// Writes numbers, texts and lists into the bytes of a message and reads them back. All ranks run
// the same program on the same kind of machine, so the bytes are those in memory.
#pragma once

#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "generator/cluster/ranks.hpp"

namespace pipo {

class MessageWriter {
 public:
  template <typename T>
  MessageWriter& put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    return append(&value, sizeof value);
  }
  template <typename T>
  MessageWriter& put_list(const std::vector<T>& list) {
    static_assert(std::is_trivially_copyable_v<T>);
    put(list.size());
    return append(list.data(), list.size() * sizeof(T));
  }
  MessageWriter& put_text(const std::string& text) {
    put(text.size());
    return append(text.data(), text.size());
  }

  // Appends the last bytes of the message with one allocation.
  MessageWriter& put_bytes(std::span<const std::byte> bytes) {
    bytes_.reserve(bytes_.size() + bytes.size());
    return append(bytes.data(), bytes.size());
  }

  MessageBytes take() { return std::move(bytes_); }

 private:
  MessageWriter& append(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
    return *this;
  }

  MessageBytes bytes_;
};

class MessageReader {
 public:
  explicit MessageReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  template <typename T>
  T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    copy(&value, sizeof value);
    return value;
  }
  template <typename T>
  std::vector<T> list() {
    std::vector<T> list(checked(get<std::size_t>(), sizeof(T)));
    copy(list.data(), list.size() * sizeof(T));
    return list;
  }
  std::string text() {
    std::string text(checked(get<std::size_t>(), 1), '\0');
    copy(text.data(), text.size());
    return text;
  }

  std::span<const std::byte> rest() const { return rest_; }

 private:
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
