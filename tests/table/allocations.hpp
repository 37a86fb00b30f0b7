// How often this thread has asked for memory with new; not counted under sanitizers, which count
// themselves.
#pragma once

#include <cstddef>

namespace pipo::test {

std::size_t allocations();

// While it lives, this thread gets memory so often; after that, new throws std::bad_alloc. Has no
// effect under sanitizers.
class FewAllocations {
 public:
  explicit FewAllocations(std::size_t count);
  ~FewAllocations();
  FewAllocations(const FewAllocations&) = delete;
  FewAllocations& operator=(const FewAllocations&) = delete;
};

}  // namespace pipo::test
