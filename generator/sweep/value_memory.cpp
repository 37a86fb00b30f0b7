#include "generator/sweep/value_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <new>

#include "probe/base/narrow.hpp"
#include "probe/base/operating_system.hpp"

namespace pipo {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{1} << 21;

// Smaller pieces come from the heap. On WebAssembly all do: a part of a mapping cannot be given
// back there, so pieces stay whole.
#ifdef __EMSCRIPTEN__
constexpr std::size_t kLarge = std::numeric_limits<std::size_t>::max();
#else
constexpr std::size_t kLarge = 1 << 16;
#endif

// The heap keeps freed memory; it returns that to the system whenever this much has been freed.
constexpr std::size_t kTrim = std::size_t{2} << 20;

// The number of piece sizes between a power of two and the next one.
constexpr std::size_t kSizes = 16;

}  // namespace

std::uint64_t rounded_allocation(std::uint64_t bytes) {
  std::uint64_t step = std::max(std::uint64_t{64}, std::bit_floor(bytes) / kSizes);
  if (bytes >= kLarge)
    step = std::max<std::uint64_t>(step, bytes >= 8 * kHugePage ? kHugePage : kPage);
  return (bytes + step - 1) / step * step;
}

ValueMemory::ValueMemory(std::size_t bytes) : bytes_(bytes) {
  if (bytes_ < kLarge) {
    data_ = new std::int8_t[bytes_];
    return;
  }
  void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // Page faults take much of the time spent on fresh memory, so large pieces use huge pages.
  if (bytes_ % kHugePage == 0) prefer_huge_pages(memory, bytes_);
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

ValuePool::~ValuePool() {
  for (const auto& [begin, size] : ranges_) munmap(begin, size);
}

ValueMemory ValuePool::take(std::size_t bytes) {
  const auto size = narrow<std::size_t>(rounded_allocation(bytes));
  if (size < kLarge) {
    if (const auto same = small_.find(size); same != small_.end()) {
      ValueMemory piece = std::move(same->second.back());
      same->second.pop_back();
      if (same->second.empty()) small_.erase(same);
      return piece;
    }
  } else if (std::int8_t* const data = cut(size)) {
    return {data, size};
  }
  if (bytes_ + size > limit_) release(bytes_ + size - limit_);
  ValueMemory piece(size);
  bytes_ += size;
  return piece;
}

void ValuePool::give_back(ValueMemory piece) {
  const std::size_t size = piece.bytes();
  if (size < kLarge) {
    small_[size].push_back(std::move(piece));
  } else {
    keep(std::exchange(piece.data_, nullptr), size);
  }
}

// Cuts a piece from the smallest kept range that is large enough; returns nullptr if there is none.
std::int8_t* ValuePool::cut(std::size_t size) {
  const auto found = by_size_.lower_bound({size, nullptr});
  if (found == by_size_.end()) return nullptr;
  const auto [kept, begin] = *found;
  forget(ranges_.find(begin));
  if (kept > size) keep(begin + size, kept - size);
  return begin;
}

// Keeps a range, merged with adjacent kept ranges.
void ValuePool::keep(std::int8_t* begin, std::size_t size) {
  auto behind = ranges_.lower_bound(begin);
  if (behind != ranges_.end() && begin + size == behind->first) {
    size += behind->second;
    forget(behind);
  }
  behind = ranges_.lower_bound(begin);
  if (behind != ranges_.begin()) {
    const auto before = std::prev(behind);
    if (before->first + before->second == begin) {
      begin = before->first;
      size += before->second;
      forget(before);
    }
  }
  ranges_.emplace(begin, size);
  by_size_.emplace(size, begin);
}

void ValuePool::forget(Ranges::iterator range) {
  by_size_.erase({range->second, range->first});
  ranges_.erase(range);
}

// Returns kept memory to the system: at least `wanted` bytes, or everything.
void ValuePool::release(std::uint64_t wanted) {
  while (wanted > 0) {
    const std::uint64_t before = bytes_;
    if (!ranges_.empty()) {
      bytes_ -= release_range(address_size(wanted));
    } else if (!small_.empty()) {
      drop_small();
    } else {
      return;
    }
    wanted -= std::min(wanted, before - bytes_);
  }
}

// Unmaps `wanted` bytes, rounded up to pages, of the smallest range, which is the least useful.
// Returns how many bytes were unmapped.
std::size_t ValuePool::release_range(std::size_t wanted) {
  const auto [size, begin] = *by_size_.begin();
  const std::size_t page = size >= 8 * kHugePage ? kHugePage : kPage;
  const std::size_t part = std::min(size, (std::min(wanted, size) + page - 1) / page * page);
  forget(ranges_.find(begin));
  munmap(begin, part);
  if (part < size) keep(begin + part, size - part);
  return part;
}

void ValuePool::drop_small() {
  const auto largest = std::prev(small_.end());
  const std::size_t size = largest->first;
  largest->second.pop_back();
  if (largest->second.empty()) small_.erase(largest);
  bytes_ -= size;
  heap_bytes_dropped_ += size;
  if (heap_bytes_dropped_ < kTrim) return;
  heap_bytes_dropped_ = 0;
  return_freed_memory();
}

}  // namespace pipo
