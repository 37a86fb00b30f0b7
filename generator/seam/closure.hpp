// Settling across the seam: the lower half, the seam's own boxes and the upper half react to each
// other in turn until nothing changes.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/space/cut.hpp"

namespace pipo {

// What a class of members of a half draws in its border in return for each set of newly drawn
// edges.
using Returned = std::vector<std::uint16_t>;

struct Closure {
  SeamState seam = 0;           // after settling, not merged
  BorderState lower_newly = 0;  // what was drawn in each half's border
  BorderState upper_newly = 0;
  std::int8_t captured = 0;  // boxes of the seam
  std::uint8_t drawn = 0;    // edges of the seam
};

// Draws `edges` (seam bits, open ones; none where the move is a run-out of one of the halves) and
// settles.
Closure close_over_seam(const Cut& cut, SeamState seam, SeamState edges, const Returned& lower,
                        const Returned& upper);

}  // namespace pipo
