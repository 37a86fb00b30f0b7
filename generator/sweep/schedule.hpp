// The schedule of a sweep, known before it begins: which tiles each step computes, which ones it
// reads back from files, and which ones it evicts.
//
// Since all future uses are known, the schedule evicts the tile needed latest (Belady's rule) when
// memory is short, and frees a tile as soon as nothing needs it. With enough memory nothing
// is read back.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/tiling.hpp"
#include "probe/base/poll.hpp"

namespace pipo {

// The order in which the tiles of a table are made.
//
// Layers are made in bands of a few, from the full board back. Within a band, sections are ordered
// by the vertical edges of their seam, then by the seam, then by the layer, all descending, then by
// the edges drawn in the lower half, ascending. Sections near each other share sources, so few have
// to be in memory at a time. A move adds edges to the seam or keeps it, so sources come first. The
// tiles of a section follow each other row by row, since files need whole rows.

// Layers in a band. The files of a band grow together, and a run that is interrupted within a band
// loses them. 4x5 within 20 GiB reads back 3.0 values for each value computed with bands of 1, 1.7
// with 4, and 1.6 with 8.
constexpr int kBandLayers = 4;

// Returns the tiles of the canonical sections of the layers for which `to_make`[number of drawn
// edges] is true. The order within a layer does not depend on the other layers.
std::vector<TileNumber> order_of_work(const Tiling& tiling, const std::vector<bool>& to_make);

// Returns what make_schedule() takes to make every layer.
inline std::vector<bool> all_layers(const StateSpace& space) {
  return std::vector<bool>(static_cast<std::size_t>(space.last_layer()) + 1, true);
}

struct Schedule {
  ScheduledSteps steps;
  std::uint64_t computed = 0;   // values
  std::uint64_t read_back = 0;  // values

  // The most memory for values, in bytes, that the schedule takes: at most the budget if that is at
  // least least_budget(). With full_bytes, only tiles that are not made here would be read back.
  std::uint64_t peak_bytes = 0;
  std::uint64_t full_bytes = 0;
};

// Schedules the layers for which `to_make`[number of drawn edges] is true; the sections of other
// layers are read from existing files. `budget` is in bytes of memory for values. With a small
// budget there are many steps, which may take minutes.
Schedule make_schedule(const SweepTables& tables, const std::vector<bool>& to_make,
                       std::uint64_t budget, const Poll& poll = {});

}  // namespace pipo
