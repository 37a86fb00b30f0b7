// Computing sections in parallel.
#pragma once

#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "probe/base/poll.hpp"

namespace pipo {

// Whether target sections hold no values yet (fresh), or values made from other sources (begun).
enum class Targets { fresh, begun };

// Raises the given loaded sections to the best moves whose sources are loaded. No section may be a
// source of another one.
void compute_sections(const SweepTables& tables, LoadedSections& sections,
                      const std::vector<SectionKey>& keys, Targets targets, const Poll& poll);

}  // namespace pipo
