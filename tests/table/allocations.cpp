#include "tests/table/allocations.hpp"

#include <cstdlib>
#include <limits>
#include <new>

namespace {
constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
thread_local std::size_t counted = 0;
thread_local std::size_t most = kAny;
}  // namespace

namespace pipo::test {

std::size_t allocations() {
  return counted;
}

FewAllocations::FewAllocations(std::size_t count) {
  most = counted + count;
}

FewAllocations::~FewAllocations() {
  most = kAny;
}

}  // namespace pipo::test

#ifndef PIPO_SANITIZED
void* operator new(std::size_t bytes) {
  if (counted >= most) throw std::bad_alloc();
  ++counted;
  if (void* const memory = std::malloc(bytes)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
#endif
