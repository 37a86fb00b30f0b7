// The order in which the sections of a table are made.
//
// Layers are taken in bands of a few, from the full board back. Inside a band sections stand by the
// vertical edges of their seam, then by the seam, then by the edges drawn in the halves, all
// descending: what stands near each other is made from the same sections, so that little has to be
// in memory at a time. A move adds edges to the seam or keeps it, so that sources come first.
#pragma once

#include <vector>

#include "probe/space/state_space.hpp"

namespace pipo {

// Layers of a band. The files of a band grow together, and what is stopped inside one loses them
// (4x5 within 20 GiB reads back 3.0 values for each it computes with bands of 1, 1.7 with 4, 1.6
// with 8).
constexpr int kBandLayers = 4;

// The canonical sections of the layers that are to be made, `made` by number of drawn edges. Those
// of one layer stand in the same order whatever the other layers are.
std::vector<SectionKey> order_of_work(const StateSpace& space, const std::vector<bool>& made);

}  // namespace pipo
