// The order in which the tiles of a table are made.
//
// Layers are made in bands of a few, from the full board back. Within a band, sections are ordered
// by the vertical edges of their seam, then by the seam, then by the layer, all descending, then by
// the edges drawn in the lower half, ascending. Sections near each other share sources, so few have
// to be in memory at a time. A move adds edges to the seam or keeps it, so sources come first. The
// tiles of a section follow each other row by row, since files need whole rows.
#pragma once

#include <vector>

#include "generator/sweep/tiling.hpp"

namespace pipo {

// Layers in a band. The files of a band grow together, and a run that is interrupted within a band
// loses them. 4x5 within 20 GiB reads back 3.0 values for each value computed with bands of 1, 1.7
// with 4, and 1.6 with 8.
constexpr int kBandLayers = 4;

// Returns the tiles of the canonical sections of the layers for which `made`[number of drawn edges]
// is true. The order within a layer does not depend on the other layers.
std::vector<TileNumber> order_of_work(const Tiling& tiling, const std::vector<bool>& made);

}  // namespace pipo
