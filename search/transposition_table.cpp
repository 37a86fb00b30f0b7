#include "search/transposition_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <new>

#include "probe/base/operating_system.hpp"

namespace pipo {
namespace {

constexpr std::size_t kFewestBytes = std::size_t{4} << 10;
constexpr std::size_t kBytesAtFirst = std::size_t{256} << 10;

using Entry = TranspositionTable::Entry;

std::uint32_t packed(const Entry& entry) {
  const auto byte = [](auto number, int at) {
    return std::uint32_t{static_cast<std::uint8_t>(number)} << at;
  };
  return byte(entry.lower, 0) | byte(entry.upper, 8) | byte(entry.edge, 16) | byte(entry.work, 24);
}

Entry unpacked(EdgeSet open, std::uint32_t bounds) {
  const auto byte = [bounds](int at) { return static_cast<std::int8_t>(bounds >> at); };
  return {open, byte(0), byte(8), byte(16), static_cast<std::uint8_t>(byte(24))};
}

}  // namespace

TranspositionTable::User::User(TranspositionTable& table) : table_(table) {
  const std::lock_guard lock(table_.mutex_);
  ++table_.users_;
}

TranspositionTable::User::~User() {
  const std::lock_guard lock(table_.mutex_);
  --table_.users_;
  table_.grown_.notify_all();  // perhaps the others have waited only for this one
}

TranspositionTable::TranspositionTable(std::size_t most_bytes)
    : most_buckets_(std::bit_floor(std::max(most_bytes, kFewestBytes)) / sizeof(Bucket)) {
  const std::size_t buckets = std::min(most_buckets_, kBytesAtFirst / sizeof(Bucket));
  void* const memory = mmap(nullptr, buckets * sizeof(Bucket), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  set(memory, buckets);
}

TranspositionTable::~TranspositionTable() {
  munmap(static_cast<void*>(memory_), bytes());
}

void TranspositionTable::set(void* memory, std::size_t buckets) {
  memory_ = static_cast<Bucket*>(memory);
  buckets_ = buckets;
  shift_ = 64 - std::countr_zero(buckets);
}

// A load that sees a store of a writer also sees that writer's odd version, or a later one.
std::optional<Entry> TranspositionTable::find(EdgeSet open) const {
  const Bucket& in = memory_[bucket(open)];
  const std::uint32_t version = in.version.load(std::memory_order_acquire);
  // Looks at all places, since a loop that ends early is hard to predict.
  std::size_t at = kBucketEntries;
  for (std::size_t i = 0; i < kBucketEntries; ++i) {
    at = in.open[i].load(std::memory_order_acquire) == open ? i : at;
  }
  if (at == kBucketEntries) return {};
  const std::uint32_t bounds = in.bounds[at].load(std::memory_order_acquire);
  const bool written = in.version.load(std::memory_order_relaxed) != version;
  if (written || version % 2 != 0) return {};
  return unpacked(open, bounds);
}

void TranspositionTable::put(const Entry& entry) {
  Bucket& in = memory_[bucket(entry.open)];
  std::uint32_t version = in.version.load(std::memory_order_relaxed);
  if (version % 2 != 0 ||
      !in.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire)) {
    return;
  }
  std::size_t place = 0;
  std::uint32_t least = UINT32_MAX;
  for (std::size_t i = 0; i < kBucketEntries; ++i) {
    const EdgeSet open = in.open[i].load(std::memory_order_relaxed);
    if (open == entry.open || open == 0) {
      place = i;
      break;
    }
    const std::uint32_t work = in.bounds[i].load(std::memory_order_relaxed) >> 24;
    if (work < least) {
      least = work;
      place = i;
    }
  }
  if (in.open[place].load(std::memory_order_relaxed) == 0) {
    used_.fetch_add(1, std::memory_order_relaxed);
  }
  in.open[place].store(entry.open, std::memory_order_release);
  in.bounds[place].store(packed(entry), std::memory_order_release);
  in.version.store(version + 2, std::memory_order_release);
}

// Doubles the table in place, so that it never needs more memory than its new size. A bucket's
// number is the upper bits of the hash, so bucket i is split into 2i and 2i + 1. These are free
// once all buckets above i have been split.
void TranspositionTable::grow() {
  void* const memory = enlarged_mapping(static_cast<void*>(memory_), bytes(), 2 * bytes());
  if (memory == nullptr) {  // the table then keeps its current size
    most_buckets_ = buckets_;
    return;
  }
  const std::size_t before = buckets_;
  set(memory, 2 * before);
  used_ = 0;
  for (std::size_t i = before; i-- > 0;) {
    std::array<Entry, kBucketEntries> split;
    for (std::size_t j = 0; j < kBucketEntries; ++j) {
      split[j] = unpacked(memory_[i].open[j], memory_[i].bounds[j]);
      memory_[i].open[j] = 0;
      memory_[i].bounds[j] = 0;
    }
    for (const Entry& entry : split) {
      if (entry.open != 0) put(entry);
    }
  }
}

// Waits until all users are here. The last one makes the table grow.
void TranspositionTable::grow_together() {
  std::unique_lock lock(mutex_);
  ++waiting_;
  grown_.wait(lock, [this] { return !full_ || waiting_ >= users_; });
  if (full_) {
    grow();
    full_ = false;
    grown_.notify_all();
  }
  --waiting_;
}

void TranspositionTable::keep(const Entry& entry) {
  if (full_.load(std::memory_order_relaxed)) grow_together();
  put(entry);
  const bool half_full = used_.load(std::memory_order_relaxed) > buckets_ * kBucketEntries / 2;
  if (half_full && buckets_ < most_buckets_) full_.store(true, std::memory_order_relaxed);
}

}  // namespace pipo
