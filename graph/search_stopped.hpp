// Ends a search on request.
#pragma once

#include <cstdint>

namespace pipo::graph {

// Thrown when the function that a search polls returns true. The search remains usable and keeps
// what it has found.
struct SearchStopped {};

// A search polls once per 64 positions. On 20x20 these take up to 5 ms.
constexpr std::uint64_t kPollMask = (1U << 6) - 1;

}  // namespace pipo::graph
