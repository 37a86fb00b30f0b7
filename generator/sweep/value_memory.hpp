// Memory for values, mapped directly from the system if it is large. Freed memory is then free at
// once; it does not remain in holes of the heap, which a memory budget would not see.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pipo {

// Returns the size of a piece for this many bytes: rounded up, so that there are few sizes and one
// piece can replace another.
std::uint64_t rounded_allocation(std::uint64_t bytes);

class ValueMemory {
 public:
  ValueMemory() = default;
  // Allocates a piece of this size, which must be a result of rounded_allocation. Its values are
  // undefined. Throws std::bad_alloc.
  explicit ValueMemory(std::size_t bytes);
  ~ValueMemory();
  ValueMemory(ValueMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  ValueMemory& operator=(ValueMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }

  std::int8_t* data() { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  friend class ValuePool;
  ValueMemory(std::int8_t* data, std::size_t bytes) : data_(data), bytes_(bytes) {}

  std::int8_t* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// A pool of pieces of memory up to a limit. It keeps pieces that are given back for later use, as
// long as the limit allows, because the system has to clear fresh memory first. Small pieces are
// reused for the same size; large ones are kept as address ranges, which are cut and merged as
// needed.
class ValuePool {
 public:
  explicit ValuePool(std::uint64_t limit) : limit_(limit) {}
  ~ValuePool();
  ValuePool(const ValuePool&) = delete;
  ValuePool& operator=(const ValuePool&) = delete;

  // Exceeds the limit only if nothing kept is left to free. Throws std::bad_alloc.
  ValueMemory take(std::size_t bytes);
  void give_back(ValueMemory piece);

  // Bytes of all pieces, given out or kept.
  std::uint64_t bytes() const { return bytes_; }

 private:
  using Ranges = std::map<std::int8_t*, std::size_t>;  // bytes, by start address

  std::int8_t* cut(std::size_t size);
  void keep(std::int8_t* begin, std::size_t size);
  void forget(Ranges::iterator range);
  void release(std::uint64_t wanted);
  std::size_t release_range(std::size_t wanted);
  void drop_small();

  std::uint64_t limit_;
  std::uint64_t bytes_ = 0;
  std::size_t heap_bytes_dropped_ = 0;                           // since memory was last returned
  std::map<std::size_t, std::vector<ValueMemory>> small_;        // kept, by size
  Ranges ranges_;                                                // kept
  std::set<std::pair<std::size_t, std::int8_t*>> by_size_ = {};  // the same ranges
};

}  // namespace pipo
