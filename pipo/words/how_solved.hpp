// How a value was found and what that took, as text.
#pragma once

#include <cstdint>
#include <string>

#include "pipopipette/solver.hpp"

namespace pipo {

// The work of a sweep or a search.
struct Work {
  std::uint64_t looked_at = 0;
  std::uint64_t helped = 0;  // of these, answered by tables and sweeps
  double seconds = 0;
};

// "by a search of 1,234 positions in 0.5 s"
std::string how_solved(Way way, const Work& work);

}  // namespace pipo
