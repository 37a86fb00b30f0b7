// The starts with the largest sweeps: what solving any position of a layer takes at most.
#pragma once

#include <cstdint>
#include <optional>

#include "pipopipette/position.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/space/kept_layers.hpp"

namespace pipo {

// Returns the number of quiet positions that contain these edges, with merged outer edges (identity
// C). It is the number of values of a sweep from there, or more: a sweep may also merge mirror
// images and interchangeable configurations.
std::uint64_t quiet_positions_from(const Position& start);

struct LargestStart {
  Position position;
  std::uint64_t values = 0;  // of its sweep, at most (quiet_positions_from)
  bool certain = false;      // whether all starts have been compared
};

// Returns the start with the largest sweep among those with `layer` drawn edges that contain the
// start of the table. If there are too many to compare, a local search looks for it, and always
// finds the same one. It begins with completed boxes in corners, to which it adds the best edges
// one by one, and with random starts. Then it exchanges a drawn edge for an open one as long as
// that enlarges the sweep.
LargestStart largest_start(const TableIdentity& table, int layer);

// Sweeps of positions that a table leaves to the solver have at most this many values. They take up
// to 8 GiB, and half a minute with two threads (docs/performance.md). For all moves of a position
// in the last kept layer before them, whose value is kept, a sweep may be up to four times as
// large.
constexpr std::uint64_t kMostSwept = 10'000'000'000;

// Returns the largest start of the positions that a table with these layers leaves to the solver,
// or nothing if there are none. Throws BadInput if its sweep is larger than `most`.
std::optional<LargestStart> require_solvable(const KeptLayers& keep, const TableIdentity& table,
                                             std::uint64_t most = kMostSwept);

}  // namespace pipo
