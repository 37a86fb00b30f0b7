// Settling across the seam: the lower half, the seam's own boxes and the upper half react to each
// other in turn until nothing changes.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/space/cut.hpp"

namespace pipo {

// The edges that a class of members of a half draws in its border in return: [set of newly drawn
// edges].
using Returned = std::vector<std::uint16_t>;

// The result of settling across the seam.
struct Closure {
  SeamState seam = 0;           // after settling, not merged
  BorderState lower_newly = 0;  // edges drawn in each half's border
  BorderState upper_newly = 0;
  std::int8_t captured = 0;  // boxes of the seam
  std::uint8_t drawn = 0;    // edges of the seam
};

// Draws `edges` and settles. `edges` are open seam bits; 0 if the move is a run-out of one of the
// halves.
Closure close_over_seam(const Cut& cut, SeamState seam, SeamState edges, const Returned& lower,
                        const Returned& upper);

}  // namespace pipo
