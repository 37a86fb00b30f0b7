#include "search/transposition_table.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <utility>

namespace pipo {
namespace {

constexpr std::size_t kFewestBytes = std::size_t{4} << 10;
constexpr std::size_t kBytesAtFirst = std::size_t{256} << 10;

}  // namespace

static_assert(sizeof(TranspositionTable::Entry) == 16);

void TranspositionTable::Free::operator()(void* memory) const {
  std::free(memory);
}

TranspositionTable::TranspositionTable(std::size_t most_bytes)
    : most_buckets_(std::bit_floor(std::max(most_bytes, kFewestBytes)) /
                    (kBucket * sizeof(Entry))) {
  if (!begin(std::min(most_buckets_, kBytesAtFirst / (kBucket * sizeof(Entry))))) {
    throw std::bad_alloc();
  }
}

bool TranspositionTable::begin(std::size_t buckets) {
  constexpr std::size_t kLine = kBucket * sizeof(Entry);
  std::size_t size = (buckets + 1) * kLine;
  std::unique_ptr<void, Free> memory(std::calloc(1, size));
  void* first = memory.get();
  if (first == nullptr) return false;
  entries_ = static_cast<Entry*>(std::align(kLine, buckets * kLine, first, size));
  memory_ = std::move(memory);
  buckets_ = buckets;
  shift_ = 64 - std::countr_zero(buckets);
  used_ = 0;
  return true;
}

const TranspositionTable::Entry* TranspositionTable::find(EdgeSet open) const {
  const Entry* const entries = bucket(open);
  for (std::size_t i = 0; i < kBucket; ++i) {
    if (entries[i].open == open) return entries + i;
  }
  return nullptr;
}

void TranspositionTable::put(const Entry& entry) {
  Entry* const entries = bucket(entry.open);
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

void TranspositionTable::grow() {
  const Entry* const entries = entries_;
  const std::size_t count = buckets_ * kBucket;
  std::unique_ptr<void, Free> old = std::move(memory_);
  if (!begin(2 * buckets_)) {  // then it goes on with what there is
    memory_ = std::move(old);
    most_buckets_ = buckets_;
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (entries[i].open != 0) put(entries[i]);
  }
}

void TranspositionTable::keep(const Entry& entry) {
  if (used_ > buckets_ * kBucket / 2 && buckets_ < most_buckets_) grow();
  put(entry);
}

}  // namespace pipo
