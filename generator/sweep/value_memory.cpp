#include "generator/sweep/value_memory.hpp"

#include <malloc.h>
#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <new>

namespace pipo {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{1} << 21;

// Below this the heap does better.
constexpr std::size_t kLarge = 1 << 16;

// The heap keeps what it is given back; it is asked to return it each time it is so much.
constexpr std::size_t kTrim = std::size_t{2} << 20;

// A power of two has so many sizes up to the next one.
constexpr std::size_t kSizes = 16;

}  // namespace

std::size_t piece_bytes(std::size_t bytes) {
  std::size_t step = std::max(std::size_t{64}, std::bit_floor(bytes) / kSizes);
  if (bytes >= kLarge) step = std::max(step, bytes >= 8 * kHugePage ? kHugePage : kPage);
  return (bytes + step - 1) / step * step;
}

ValueMemory::ValueMemory(std::size_t bytes) : bytes_(bytes) {
  if (bytes_ < kLarge) {
    data_ = new std::int8_t[bytes_];
    return;
  }
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // Much of the time spent on fresh memory is page faults: whole huge pages where they pay.
  if (bytes_ % kHugePage == 0) madvise(memory, bytes_, MADV_HUGEPAGE);
  data_ = static_cast<std::int8_t*>(memory);
}

ValueMemory::~ValueMemory() {
  if (data_ == nullptr) return;
  if (bytes_ < kLarge) {
    delete[] data_;
  } else {
    munmap(data_, bytes_);
  }
}

ValueMemory ValuePool::take(std::size_t bytes) {
  const std::size_t size = piece_bytes(bytes);
  if (const auto same = kept_.find(size); same != kept_.end()) {
    ValueMemory piece = std::move(same->second.back());
    same->second.pop_back();
    if (same->second.empty()) kept_.erase(same);
    return piece;
  }
  while (bytes_ + size > limit_ && !kept_.empty()) drop_largest();
  ValueMemory piece(size);
  bytes_ += size;
  return piece;
}

void ValuePool::drop_largest() {
  const auto largest = std::prev(kept_.end());
  const std::size_t size = largest->first;
  largest->second.pop_back();
  if (largest->second.empty()) kept_.erase(largest);
  bytes_ -= size;
  if (size >= kLarge) return;
  heap_bytes_dropped_ += size;
  if (heap_bytes_dropped_ < kTrim) return;
  heap_bytes_dropped_ = 0;
  malloc_trim(0);
}

void ValuePool::give_back(ValueMemory piece) {
  const std::size_t size = piece.bytes();
  kept_[size].push_back(std::move(piece));
}

}  // namespace pipo
