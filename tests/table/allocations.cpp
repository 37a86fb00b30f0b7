#include "tests/table/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {
thread_local std::size_t counted = 0;
}

namespace pipo::test {

std::size_t allocations() {
  return counted;
}

}  // namespace pipo::test

#ifndef PIPO_SANITIZED
void* operator new(std::size_t bytes) {
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
