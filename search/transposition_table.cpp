#include "search/transposition_table.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <new>

namespace pipo {
namespace {

constexpr std::size_t kFewestBytes = std::size_t{4} << 10;
constexpr std::size_t kBytesAtFirst = std::size_t{256} << 10;

}  // namespace

static_assert(sizeof(TranspositionTable::Entry) == 16);

TranspositionTable::TranspositionTable(std::size_t most_bytes)
    : most_buckets_(std::bit_floor(std::max(most_bytes, kFewestBytes)) /
                    (kBucket * sizeof(Entry))) {
  const std::size_t buckets = std::min(most_buckets_, kBytesAtFirst / (kBucket * sizeof(Entry)));
  void* const memory = mmap(nullptr, buckets * kBucket * sizeof(Entry), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  set(memory, buckets);
}

TranspositionTable::~TranspositionTable() {
  munmap(entries_, bytes());
}

void TranspositionTable::set(void* memory, std::size_t buckets) {
  entries_ = static_cast<Entry*>(memory);
  buckets_ = buckets;
  shift_ = 64 - std::countr_zero(buckets);
}

const TranspositionTable::Entry* TranspositionTable::find(EdgeSet open) const {
  const Entry* const entries = entries_ + bucket(open);
  for (std::size_t i = 0; i < kBucket; ++i) {
    if (entries[i].open == open) return entries + i;
  }
  return nullptr;
}

void TranspositionTable::put(const Entry& entry) {
  Entry* const entries = entries_ + bucket(entry.open);
  Entry* place = entries;
  for (std::size_t i = 0; i < kBucket; ++i) {
    if (entries[i].open == entry.open || entries[i].open == 0) {
      place = entries + i;
      break;
    }
    if (entries[i].work < place->work) place = entries + i;
  }
  used_ += place->open == 0;
  *place = entry;
}

// Doubles the table in place, so that it never needs more memory than its new size. A bucket's
// number is the upper bits of the hash, so bucket i is split into 2i and 2i + 1. These are free
// once all buckets above i have been split.
void TranspositionTable::grow() {
  void* const memory = mremap(entries_, bytes(), 2 * bytes(), MREMAP_MAYMOVE);
  if (memory == MAP_FAILED) {  // the table then keeps its current size
    most_buckets_ = buckets_;
    return;
  }
  const std::size_t before = buckets_;
  set(memory, 2 * before);
  used_ = 0;
  for (std::size_t i = before; i-- > 0;) {
    std::array<Entry, kBucket> split;
    std::copy_n(entries_ + i * kBucket, kBucket, split.begin());
    std::fill_n(entries_ + i * kBucket, kBucket, Entry());
    for (const Entry& entry : split) {
      if (entry.open != 0) put(entry);
    }
  }
}

void TranspositionTable::keep(const Entry& entry) {
  if (used_ > buckets_ * kBucket / 2 && buckets_ < most_buckets_) grow();
  put(entry);
}

}  // namespace pipo
