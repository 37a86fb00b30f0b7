// What a search has found out of positions, as far as memory goes: bounds of their values. A
// position is known by all its open edges, so that none is taken for another.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pipopipette/board.hpp"

namespace pipo {

class TranspositionTable {
 public:
  struct Entry {
    EdgeSet open = 0;  // none: empty
    std::int8_t lower = 0;
    std::int8_t upper = 0;
    std::int8_t edge = -1;  // the move that gave the lower bound, or else the first one tried
    std::uint8_t work = 0;  // what it took to find out, as a power of two
  };

  // Grows to so many bytes, rounded down to a power of two, at least 4 KiB. Begins small, so that a
  // short search stays in the caches of the processor. Throws std::bad_alloc if there is
  // not even memory to begin with.
  explicit TranspositionTable(std::size_t most_bytes);
  ~TranspositionTable();
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  // Memory held now.
  std::size_t bytes() const { return buckets_ * kBucket * sizeof(Entry); }

  // What is known of the position; null if nothing is.
  const Entry* find(EdgeSet open) const;

  // Keeps what is known of a position, when memory is full in place of what took least work.
  // Pointers to entries are then no longer valid.
  void keep(const Entry& entry);

  // Brings the place of the position into the cache while other things are done.
  void expect(EdgeSet open) const { __builtin_prefetch(bucket(open)); }

 private:
  static constexpr std::size_t kBucket = 4;  // a line of the cache

  Entry* bucket(EdgeSet open) const {
    const std::uint64_t mixed = (open ^ (open >> 29)) * 0x9e3779b97f4a7c15ULL;
    return entries_ + (mixed >> shift_) * kBucket;
  }
  void set(void* memory, std::size_t buckets);
  void put(const Entry& entry);
  void grow();

  std::size_t most_buckets_;
  std::size_t buckets_ = 0;
  std::size_t used_ = 0;  // entries
  int shift_ = 0;
  Entry* entries_ = nullptr;
};

}  // namespace pipo
