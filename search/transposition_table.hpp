// The transposition table of a search: bounds of the values of positions, within a memory limit.
// The key of a position is the complete set of its open edges, so no two positions can be confused.
//
// Several threads may search with one table. Each bucket has a version, which is odd while a thread
// writes: a reader that meets a writer finds nothing, and a writer that meets another one keeps
// nothing. No thread waits, except while the table grows.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>

#include "pipopipette/board.hpp"

namespace pipo {

class TranspositionTable {
 public:
  struct Entry {
    EdgeSet open = 0;
    std::int8_t lower = 0;
    std::int8_t upper = 0;
    std::int8_t edge = -1;  // the last move that raised the best margin, or else the first tried
    std::uint8_t work = 0;  // cost of the search: bit width of its number of positions
  };

  // A thread that searches with the table alongside others. The table grows only while all users
  // are in keep(), so each of them has to call it now and then.
  class User {
   public:
    explicit User(TranspositionTable& table);
    ~User();
    User(const User&) = delete;
    User& operator=(const User&) = delete;

   private:
    TranspositionTable& table_;
  };

  // Creates a table that grows up to `most_bytes`, rounded down to a power of two, but at least 4
  // KiB. It begins small, so that a short search stays in the processor's caches. Throws
  // std::bad_alloc if there is no memory for the initial size.
  explicit TranspositionTable(std::size_t most_bytes);
  ~TranspositionTable();
  TranspositionTable(const TranspositionTable&) = delete;
  TranspositionTable& operator=(const TranspositionTable&) = delete;

  // Returns the current size in bytes.
  std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

  // Returns the entry of a position, or nothing.
  std::optional<Entry> find(EdgeSet open) const;

  // Stores the entry of a position. If its bucket is full, it replaces the entry that took the
  // least work.
  void keep(const Entry& entry);

  // Prefetches the bucket of a position.
  void expect(EdgeSet open) const { __builtin_prefetch(memory_ + bucket(open)); }

  // Entries of a bucket, which is one cache line.
  static constexpr std::size_t kBucketEntries = 5;

 private:
  struct alignas(64) Bucket {
    // 0: the entry is empty. Its bounds are 0, too, so it is also right for the full board, unless
    // the last move has a cost (SharedSearch::find).
    std::array<std::atomic<EdgeSet>, kBucketEntries> open;
    std::array<std::atomic<std::uint32_t>, kBucketEntries> bounds;
    std::atomic<std::uint32_t> version;
  };
  static_assert(sizeof(Bucket) == 64);

  std::size_t bucket(EdgeSet open) const {
    const std::uint64_t mixed = (open ^ (open >> 29)) * 0x9e3779b97f4a7c15ULL;
    return static_cast<std::size_t>(mixed >> shift_);
  }
  void set(void* memory, std::size_t buckets);
  void put(const Entry& entry);
  void grow();
  void grow_together();

  std::size_t most_buckets_;
  std::size_t buckets_ = 0;
  int shift_ = 0;
  Bucket* memory_ = nullptr;
  std::atomic<std::size_t> used_ = 0;  // entries in use

  std::atomic<bool> full_ = false;  // it has to grow
  std::mutex mutex_;                // guards the following
  std::condition_variable grown_;
  std::size_t users_ = 0;
  std::size_t waiting_ = 0;  // users in grow_together()
};

}  // namespace pipo
