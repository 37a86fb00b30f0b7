// Which way goes where.
#pragma once

#include <string_view>

#include "pipopipette/solver.hpp"

namespace pipo {

std::string_view word(Way way);

// How many edges are open once what can be taken is taken.
int open_when_settled(const Position& position);

// With so few edges open, once what can be taken is taken, a search is done before a sweep has
// begun (docs/performance.md).
constexpr int kFewOpen = 30;

}  // namespace pipo
