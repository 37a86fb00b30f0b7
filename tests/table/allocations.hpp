// How often this thread has asked for memory with new; not counted under sanitizers, which count
// themselves.
#pragma once

#include <cstddef>

namespace pipo::test {

std::size_t allocations();

}  // namespace pipo::test
