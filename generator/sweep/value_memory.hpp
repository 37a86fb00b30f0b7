// Memory for values, straight from the system where it is large: what is given back is free at
// once, and does not stay behind in holes of the heap, where a budget of memory would not see it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace pipo {

// What a piece for so many bytes takes: a little more, so that there are few sizes and one piece
// can take another's place.
std::size_t piece_bytes(std::size_t bytes);

class ValueMemory {
 public:
  ValueMemory() = default;
  // A piece of this size, of those of piece_bytes; undefined values. Throws std::bad_alloc.
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
  std::size_t bytes() const { return bytes_; }

 private:
  friend class ValuePool;
  ValueMemory(std::int8_t* data, std::size_t bytes) : data_(data), bytes_(bytes) {}

  std::int8_t* data_ = nullptr;
  std::size_t bytes_ = 0;
};

// Pieces of memory up to a limit. What is given back is kept for others, since fresh memory has to
// be cleared by the system first, as long as there is room for it: small pieces for those of their
// size; large ones as ranges of addresses, which are cut and put together as they are wanted.
class ValuePool {
 public:
  explicit ValuePool(std::uint64_t limit) : limit_(limit) {}
  ~ValuePool();
  ValuePool(const ValuePool&) = delete;
  ValuePool& operator=(const ValuePool&) = delete;

  // More than the limit is given only where all of it is out. Throws std::bad_alloc.
  ValueMemory take(std::size_t bytes);
  void give_back(ValueMemory piece);

  // Of all pieces, given out or kept.
  std::uint64_t bytes() const { return bytes_; }

 private:
  using Ranges = std::map<std::int8_t*, std::size_t>;  // bytes, by where they begin

  std::int8_t* cut(std::size_t size);
  void keep(std::int8_t* begin, std::size_t size);
  void forget(Ranges::iterator range);
  void release(std::uint64_t wanted);
  std::size_t release_range(std::size_t wanted);
  void drop_small();

  std::uint64_t limit_;
  std::uint64_t bytes_ = 0;
  std::size_t heap_bytes_dropped_ = 0;  // since the heap was last asked to return them
  std::map<std::size_t, std::vector<ValueMemory>> small_;        // kept, by size
  Ranges ranges_;                                                // kept
  std::set<std::pair<std::size_t, std::int8_t*>> by_size_ = {};  // the same
};

}  // namespace pipo
