#include "generator/sweep/scheduled_steps.hpp"

namespace pipo {
namespace {

// The lists of a step, in the order in which they are packed.
template <typename S>
auto lists(S& step) {
  return std::array{&step.targets, &step.sources, &step.drops, &step.loads};
}

}  // namespace

void ScheduledSteps::add(const ScheduledStep& step) {
  Packed& packed = steps_.emplace_back();
  packed = {.first = tiles_.size(),
            .sizes = {},
            .state = step.state,
            .completes = step.completes,
            .loads_early = step.loads_early,
            .flush = step.flush,
            .write = step.write};
  auto size = packed.sizes.begin();
  for (const auto* const list : lists(step)) {
    *size++ = static_cast<std::uint32_t>(list->size());
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
  auto size = packed.sizes.begin();
  for (auto* const list : lists(step)) {
    list->assign(from, from + *size);
    from += *size++;
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
