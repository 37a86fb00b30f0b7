// Counts all positions of a table by layer and value: quiet or not, mirror images and positions
// with other outer edges of a box counted separately.
//
// Each entry of a canonical section stands for
//
// - the entries of the other sections in its orbit;
// - for each box with several outer edges, the ways to choose which of them are drawn;
// - the positions that settle to these, in layers with fewer edges (settling_counts.hpp). Their
//   values follow by identity (A), and their number from the complete boxes.
//
// So the values are counted by complete boxes first.
#pragma once

#include <vector>

#include "probe/file/histogram.hpp"
#include "verify/checks.hpp"

namespace pipo {

// Returns the counts of each layer, from the start's on. Reads every block; takes the memory of a
// section a thread, 256 MiB, about 2 KiB for each set of boxes up to mirror images, and a byte for
// each of values_to_rebuild(). Uses all cores.
// Throws DamagedTable. The counts of a layer are checked to add up to the number of its positions.
std::vector<Histogram> count_positions(const CheckedTable& checked,
                                       const VerifyProgress& progress = {});

}  // namespace pipo
