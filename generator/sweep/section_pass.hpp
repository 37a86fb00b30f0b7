// Computing the sections of a layer, in parallel.
#pragma once

#include <vector>

#include "generator/sweep/memory_sections.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// Fills the given sections, all of one layer, from the layers with more edges drawn.
void compute_layer(const SweepTables& tables, MemorySections& sections,
                   const std::vector<SectionKey>& keys);

}  // namespace pipo
