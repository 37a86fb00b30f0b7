// Cutting the work on a layer into steps that fit into memory.
//
// A step computes some sections from some of their sources. Where a section and all its sources
// fit, it is done in one step, together with its neighbours as long as they fit, too; a section
// whose sources do not fit takes several steps, a group of sources each.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/section_pass.hpp"

namespace pipo {

struct Step {
  std::vector<SectionKey> targets = {};
  std::vector<SectionKey> sources = {};
  Targets state = Targets::fresh;
  bool completes = true;  // do the targets have all their values after this step?
};

// The steps for the given sections of a layer, in their order. `sources` gives those of the i-th
// section. The values of a step's targets and sources take at most `budget` bytes, except where a
// single target with a single source takes more.
std::vector<Step> plan_steps(const LoadedSections& sections, const std::vector<SectionKey>& targets,
                             const std::vector<std::vector<SectionKey>>& sources,
                             std::uint64_t budget);

}  // namespace pipo
