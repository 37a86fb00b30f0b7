// The layers that --keep chooses.
#pragma once

#include <optional>
#include <string>

#include "solve/largest_start.hpp"

namespace pipo {

struct KeepChoice {
  KeptLayers layers;
  std::optional<LargestStart> largest;  // of the positions that are left to the solver
};

// Throws BadInput if the text is malformed, or if positions would be left to the solver whose
// sweeps are too large.
inline KeepChoice chosen_layers(const std::string& which, const TableIdentity& table) {
  const KeptLayers layers = KeptLayers::parse(which, table);
  return {layers, require_solvable(layers, table)};
}

}  // namespace pipo
