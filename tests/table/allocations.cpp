#include "tests/table/allocations.hpp"

#include <cstdlib>
#include <limits>
#include <new>
#include <utility>

namespace {
constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
thread_local std::size_t counted = 0;
thread_local std::size_t most = kAny;
thread_local std::size_t to_call_at = kAny;
thread_local const std::function<void()>* to_call = nullptr;
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

AtAllocation::AtAllocation(std::size_t count, std::function<void()> call) : call_(std::move(call)) {
  to_call = &call_;
  to_call_at = counted + count;
}

AtAllocation::~AtAllocation() {
  to_call_at = kAny;
  to_call = nullptr;
}

}  // namespace pipo::test

#ifndef PIPO_SANITIZED
void* operator new(std::size_t bytes) {
  if (counted >= most) throw std::bad_alloc();
  ++counted;
  if (counted == to_call_at) (*to_call)();
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
