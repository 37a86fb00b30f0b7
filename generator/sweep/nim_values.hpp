// Nim-values of sections, from the sets of options that compute_sections makes (kernels.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/section_pass.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

// Turns the entries of sections into nim-values once all of their moves are made. All their sources
// must still be loaded: where the first sets of options are full, the moves are made once more for
// the second ones, in memory of their own. Throws BadInput if a nim-value is more than
// kMostNimValue.
void finish_sections(const SweepTables& tables, LoadedSections& sections,
                     const std::vector<SectionKey>& keys, const Poll& poll);

// The same for a section whose sources are loaded group by group: makes both sets for each group.
class SectionInParts {
 public:
  // Computes the part from the loaded sources.
  void compute(const SweepTables& tables, LoadedSections& sections, const SectionKey& key,
               Targets state, const Poll& poll);
  void finish(const SweepTables& tables, LoadedSections& sections, const SectionKey& key);

 private:
  std::vector<std::int8_t> second_;  // the second sets
};

// Returns an upper bound on the memory for second sets, in bytes.
std::uint64_t second_set_bytes(const StateSpace& space);

}  // namespace pipo
