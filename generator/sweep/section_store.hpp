// The sections that a sweep holds in memory, and the work on them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/section_pass.hpp"
#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/value_memory.hpp"

namespace pipo {

// Writes out a section that was finished before; any thread, several at once.
using ReadSection = std::function<void(const SectionKey& key, std::int8_t* values)>;

class SectionStore {
 public:
  // `limit`: bytes of memory for values (see ValuePool).
  SectionStore(const SweepTables& tables, std::uint64_t limit);

  // Memory for sections; what stands in it is undefined, and not seen before show().
  void take(const std::vector<SectionNumber>& sections);
  void load(const std::vector<SectionNumber>& sections, const ReadSection& read) const;
  std::int8_t* memory(SectionNumber section) const { return memory_[section].data(); }
  void show(const std::vector<SectionNumber>& sections);
  void drop(const std::vector<SectionNumber>& sections);

  // The values of the step's targets, which are shown, from its sources: of a part of a step from
  // those it names, else from all that are shown.
  void compute(const Step& step, const Poll& poll);

  SectionKey key(SectionNumber section) const { return loaded_.key(section); }
  std::uint64_t values(SectionNumber section) const {
    return loaded_.bytes(section) - kSectionSlack;
  }
  const std::int8_t* data(const SectionKey& key) const { return loaded_.data(key); }

  // Bytes of memory for values held now.
  std::uint64_t bytes() const { return pool_.bytes(); }

 private:
  SweepTables tables_;
  LoadedSections loaded_;
  LoadedSections part_;  // what a part of a step may see
  ValuePool pool_;
  std::vector<ValueMemory> memory_;  // [section]
};

}  // namespace pipo
