// The sweep with a budget of memory: finished sections live in the table's files, and a cache keeps
// those that fit. The values are the same as those of Sweep.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "generator/sweep/section_cache.hpp"
#include "generator/sweep/section_pass.hpp"
#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_start.hpp"

namespace pipo {

class BoundedSweep {
 public:
  // Takes finished sections, the next ones in the order of StateSpace::sections; their values stay
  // valid during the call. Called from one thread at a time, while the sweep goes on.
  using Finished =
      std::function<void(std::span<const SectionKey> keys,
                         const std::function<const std::int8_t*(const SectionKey&)>& values)>;

  // `budget`: bytes for sections. `load` reads back a section that was finished before.
  BoundedSweep(const SweepStart& start, std::uint64_t budget, SectionCache::Load load,
               Poll poll = {});

  // Computes a layer from later ones, which have all been finished.
  void compute(int layer, const Finished& finished);

  // Values read back so far.
  std::uint64_t loaded_values() const { return cache_.loaded_values(); }

  // The least budget for which compute() keeps within it.
  static std::uint64_t least_budget(const StateSpace& space);

 private:
  std::vector<Step> plan(const std::vector<SectionKey>& targets) const;
  void run(const Step& step);

  const StateSpace& space_;
  SweepTables tables_;
  LoadedSections loaded_;
  std::uint64_t budget_;
  SectionCache cache_;
  Poll poll_;
};

}  // namespace pipo
