// The transposition table of a search: bounds of the values of positions, within a memory limit.
// The key of a position is the complete set of its open edges, so no two positions can be confused.
#pragma once

#include <cstddef>
#include <cstdint>

#include "pipopipette/board.hpp"

namespace pipo {

class TranspositionTable {
 public:
  struct Entry {
    EdgeSet open = 0;  // 0: the entry is empty
    std::int8_t lower = 0;
    std::int8_t upper = 0;
    std::int8_t edge = -1;  // the last move that raised the best margin, or else the first tried
    std::uint8_t work = 0;  // cost of the search: bit width of its number of positions
  };

  // Creates a table that grows up to `most_bytes`, rounded down to a power of two, but at least 4
  // KiB. It begins small, so that a short search stays in the processor's caches. Throws
  // std::bad_alloc if there is no memory for the initial size.
  explicit TranspositionTable(std::size_t most_bytes);
  ~TranspositionTable();
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  // Returns the current size in bytes.
  std::size_t bytes() const { return buckets_ * kBucket * sizeof(Entry); }

  // Returns the entry of a position, or null if there is none.
  const Entry* find(EdgeSet open) const;

  // Stores the entry of a position. If its bucket is full, it replaces the entry that took the
  // least work. Invalidates pointers to entries.
  void keep(const Entry& entry);

  // Prefetches the bucket of a position.
  void expect(EdgeSet open) const { __builtin_prefetch(entries_ + bucket(open)); }

 private:
  static constexpr std::size_t kBucket = 4;  // entries per bucket, which is one cache line

  // Returns the index of the first entry of a position's bucket.
  std::size_t bucket(EdgeSet open) const {
    const std::uint64_t mixed = (open ^ (open >> 29)) * 0x9e3779b97f4a7c15ULL;
    return (mixed >> shift_) * kBucket;
  }
  void set(void* memory, std::size_t buckets);
  void put(const Entry& entry);
  void grow();

  std::size_t most_buckets_;
  std::size_t buckets_ = 0;
  std::size_t used_ = 0;  // number of entries in use
  int shift_ = 0;
  Entry* entries_ = nullptr;
};

}  // namespace pipo
