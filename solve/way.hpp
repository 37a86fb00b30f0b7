// Chooses the solving method.
#pragma once

#include <string_view>

#include "pipopipette/solver.hpp"

namespace pipo {

std::string_view word(Way way);

// Returns the number of open edges of the settled position.
int open_when_settled(const Position& position);

// With at most this many open edges after settling, a search finishes before a sweep would have
// begun (docs/performance.md).
constexpr int kFewOpen = 30;

}  // namespace pipo
