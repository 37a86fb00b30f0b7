// Finds the sections that the values of a section are made from.
//
// It considers what classes of rows and groups of columns draw, and no entries. Every row of a
// class meets every column of a bucket, so the result is exact.
#pragma once

#include <cstdint>
#include <vector>

#include "generator/sweep/loaded_sections.hpp"
#include "generator/sweep/sweep_tables.hpp"

namespace pipo {

class SourceFinder {
 public:
  // Both must outlive this.
  SourceFinder(const SweepTables& tables, const LoadedSections& sections);

  // Returns the canonical sources of this section, each once.
  std::vector<SectionNumber> find(const SectionKey& key);

 private:
  void add_inner_moves(const OrientedSection& section);
  void add_seam_moves(const OrientedSection& section);
  void add(const SectionKey& source);

  SweepTables tables_;
  const LoadedSections& sections_;
  std::vector<SectionNumber> found_;
  std::vector<std::uint32_t> found_for_;  // [section]: the last search that found it
  std::uint32_t search_ = 0;
};

// Finds the sources of many sections with several threads: lists[i] belongs to targets[i].
std::vector<std::vector<SectionNumber>> source_lists(const SweepTables& tables,
                                                     const LoadedSections& sections,
                                                     const std::vector<SectionKey>& targets);

}  // namespace pipo
