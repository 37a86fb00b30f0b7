// Computing sections in parallel.
#pragma once

#include <functional>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// Called now and then by any thread at work, to let it throw what ends the work. May be empty.
using Poll = std::function<void()>;

// Are the values of the sections there already, made from other sources?
enum class Targets { fresh, begun };

// Raises the given loaded sections, none of which is made from another one, to the best moves whose
// sources are loaded. What is fresh holds no values yet.
void compute_sections(const SweepTables& tables, LoadedSections& sections,
                      const std::vector<SectionKey>& keys, Targets targets, const Poll& poll);

}  // namespace pipo
