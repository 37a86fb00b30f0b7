#include "generator/sweep/value_memory.hpp"

#include <sys/mman.h>

#include <new>

namespace pipo {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = std::size_t{1} << 21;

// Below this the heap does better.
constexpr std::size_t kLarge = 1 << 16;

std::size_t rounded_up(std::size_t bytes) {
  if (bytes < kLarge) return bytes;
  const std::size_t page = bytes >= 8 * kHugePage ? kHugePage : kPage;
  return (bytes + page - 1) / page * page;
}

}  // namespace

ValueMemory::ValueMemory(std::size_t bytes) : bytes_(rounded_up(bytes)) {
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

}  // namespace pipo
