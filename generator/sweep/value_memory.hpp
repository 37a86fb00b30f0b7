// Memory for values, straight from the system where it is large: what is given back is free at
// once, and does not stay behind in holes of the heap, where a budget of memory would not see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace pipo {

class ValueMemory {
 public:
  ValueMemory() = default;
  // Undefined values. Throws std::bad_alloc.
  explicit ValueMemory(std::size_t bytes);
  ~ValueMemory();
  ValueMemory(ValueMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  ValueMemory& operator=(ValueMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  std::int8_t* data() const { return data_; }

  // What it really takes, which is a little more than was asked for.
  std::size_t bytes() const { return bytes_; }

 private:
  std::int8_t* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace pipo
