// Cutting the work into steps that fit into memory.
//
// A step computes some sections, none of which is made from another one of them, from some of their
// sources. Where a section and all its sources fit, it is done in one step, together with its
// neighbours as long as they fit, too; a section whose sources do not fit takes several steps, a
// group of sources each.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/section_pass.hpp"

namespace pipo {

struct Step {
  std::vector<SectionNumber> targets = {};
  std::vector<SectionNumber> sources = {};
  Targets state = Targets::fresh;
  bool completes = true;  // do the targets have all their values after this step?

  // Are these not all the sources of its target?
  bool partial() const { return state == Targets::begun || !completes; }
};

// The steps for the given sections, in their order. `sources` gives those of the i-th section. The
// memory of a step's targets and sources (piece_bytes) takes at most `budget` bytes, except where a
// single target with a single source takes more. With `of_targets` its targets take at most that,
// except where a single one takes more, and have the same seam: else a step with the last sections
// of one seam and the first ones of the next would wait for the one and be waited for by the other,
// and no two steps could be done at a time.
std::vector<Step> plan_steps(const LoadedSections& sections, const std::vector<SectionKey>& targets,
                             const std::vector<std::vector<SectionNumber>>& sources,
                             std::uint64_t budget,
                             std::optional<std::uint64_t> of_targets = {});

}  // namespace pipo
