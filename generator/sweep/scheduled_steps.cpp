#include "generator/sweep/scheduled_steps.hpp"

#include <utility>

namespace pipo {
namespace {

std::uint32_t count(const std::vector<TileNumber>& tiles) {
  return static_cast<std::uint32_t>(tiles.size());
}

}  // namespace

void ScheduledSteps::add(const ScheduledStep& step) {
  steps_.push_back({.first = tiles_.size(),
                    .targets = count(step.targets),
                    .sources = count(step.sources),
                    .drops = count(step.drops),
                    .loads = count(step.loads),
                    .state = step.state,
                    .completes = step.completes,
                    .loads_early = step.loads_early,
                    .flush = step.flush,
                    .write = step.write});
  for (const auto* const list : {&step.targets, &step.sources, &step.drops, &step.loads}) {
    tiles_.insert(tiles_.end(), list->begin(), list->end());
  }
}

void ScheduledSteps::shrink_to_fit() {
  steps_.shrink_to_fit();
  tiles_.shrink_to_fit();
}

ScheduledStep ScheduledSteps::operator[](std::size_t number) const {
  const Packed& packed = steps_[number];
  ScheduledStep step;
  const TileNumber* from = tiles_.data() + packed.first;
  for (const auto& [list, size] :
       {std::pair(&step.targets, packed.targets), std::pair(&step.sources, packed.sources),
        std::pair(&step.drops, packed.drops), std::pair(&step.loads, packed.loads)}) {
    list->assign(from, from + size);
    from += size;
  }
  step.state = packed.state;
  step.completes = packed.completes;
  step.loads_early = packed.loads_early;
  step.flush = packed.flush;
  step.write = packed.write;
  return step;
}

std::uint64_t ScheduledSteps::bytes() const {
  return steps_.capacity() * sizeof(Packed) + tiles_.capacity() * sizeof(TileNumber);
}

}  // namespace pipo
