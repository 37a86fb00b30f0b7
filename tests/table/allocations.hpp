// The number of calls of new by this thread; not counted under sanitizers, which replace new
// themselves.
#pragma once

#include <cstddef>
#include <functional>

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

// During its life, this thread calls a function at its `count`th call of new, once. Has no effect
// under sanitizers.
class AtAllocation {
 public:
  AtAllocation(std::size_t count, std::function<void()> call);
  ~AtAllocation();
  AtAllocation(const AtAllocation&) = delete;
  AtAllocation& operator=(const AtAllocation&) = delete;

 private:
  std::function<void()> call_;
};

}  // namespace pipo::test
