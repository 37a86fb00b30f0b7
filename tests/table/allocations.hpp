// The number of calls of new by this thread; not counted under sanitizers, which replace new
// themselves.
#pragma once

#include <cstddef>

namespace pipo::test {

std::size_t allocations();

// During its life, the first `count` calls of new by this thread succeed; later ones throw
// std::bad_alloc. Has no effect under sanitizers.
class FewAllocations {
 public:
  explicit FewAllocations(std::size_t count);
  ~FewAllocations();
  FewAllocations(const FewAllocations&) = delete;
  FewAllocations& operator=(const FewAllocations&) = delete;
};

}  // namespace pipo::test
