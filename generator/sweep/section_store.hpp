// The sections that a sweep holds in memory, and their computation.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/nim_values.hpp"
#include "generator/sweep/section_pass.hpp"
#include "generator/sweep/step_plan.hpp"
#include "generator/sweep/sweep_tables.hpp"
#include "generator/sweep/value_memory.hpp"

namespace pipo {

// Reads the values of a section that was finished before; called by several threads at once.
using ReadSection = std::function<void(const SectionKey& key, std::int8_t* values)>;

class SectionStore {
 public:
  // `limit`: bytes of memory for values (see ValuePool).
  SectionStore(const SweepTables& tables, std::uint64_t limit);

  // Allocates memory for sections. Its contents are undefined, and compute() does not see them
  // before show().
  void take(const std::vector<SectionNumber>& sections);
  void load(const std::vector<SectionNumber>& sections, const ReadSection& read);
  std::int8_t* memory(SectionNumber section) { return memory_[section].data(); }
  void show(const std::vector<SectionNumber>& sections);
  void drop(const std::vector<SectionNumber>& sections);

  // Computes the values of the step's targets, which must be shown. A partial step uses only the
  // sources that it names, a whole step all shown sections.
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
  LoadedSections part_;  // the sections that a partial step may see
  SectionInParts in_parts_;
  ValuePool pool_;
  std::vector<ValueMemory> memory_;  // [section]
};

}  // namespace pipo
