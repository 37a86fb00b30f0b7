#include "generator/sweep/section_store.hpp"

#include <tbb/parallel_for.h>

#include <utility>

namespace pipo {

SectionStore::SectionStore(const SweepTables& tables, std::uint64_t limit)
    : tables_(tables),
      loaded_(tables_.space),
      part_(tables_.space),
      pool_(limit),
      memory_(loaded_.count()) {}

void SectionStore::take(const std::vector<SectionNumber>& sections) {
  for (const SectionNumber section : sections)
    memory_[section] = pool_.take(loaded_.bytes(section));
}

void SectionStore::load(const std::vector<SectionNumber>& sections, const ReadSection& read) {
  tbb::parallel_for(std::size_t{0}, sections.size(), [&](std::size_t i) {
    read(loaded_.key(sections[i]), memory_[sections[i]].data());
  });
}

void SectionStore::show(const std::vector<SectionNumber>& sections) {
  for (const SectionNumber section : sections) {
    loaded_.set(loaded_.key(section), memory_[section].data());
  }
}

void SectionStore::drop(const std::vector<SectionNumber>& sections) {
  for (const SectionNumber section : sections) {
    loaded_.set(loaded_.key(section), nullptr);
    pool_.give_back(std::exchange(memory_[section], {}));
  }
}

// A partial step sees only its own sources; moves from other sources belong to the other parts.
void SectionStore::compute(const Step& step, const Poll& poll) {
  std::vector<SectionKey> targets;
  for (const SectionNumber target : step.targets) targets.push_back(loaded_.key(target));
  if (!step.partial()) {
    compute_sections(tables_, loaded_, targets, step.state, poll);
    if (tables_.game == TableGame::nimstring) finish_sections(tables_, loaded_, targets, poll);
    return;
  }
  const auto set = [&](const std::vector<SectionNumber>& sections, bool seen) {
    for (const SectionNumber section : sections) {
      part_.set(part_.key(section), seen ? memory_[section].data() : nullptr);
    }
  };
  set(step.targets, true);
  set(step.sources, true);
  if (tables_.game == TableGame::nimstring) {  // a partial step has one target
    in_parts_.compute(tables_, part_, targets.front(), step.state, poll);
    if (step.completes) in_parts_.finish(tables_, part_, targets.front());
  } else {
    compute_sections(tables_, part_, targets, step.state, poll);
  }
  set(step.targets, false);
  set(step.sources, false);
}

}  // namespace pipo
