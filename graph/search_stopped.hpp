// Ends a search on request.
#pragma once

#include <cstdint>

namespace pipo::graph {

// Thrown when the function that a search polls returns true. The search remains usable and keeps
// what it has found.
struct SearchStopped {};

// A search polls once per 1024 positions.
constexpr std::uint64_t kPollMask = (1U << 10) - 1;

}  // namespace pipo::graph
