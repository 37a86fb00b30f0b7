// Which sections the values of a section are made from.
//
// Told from what classes of rows and groups of columns draw, without a look at any entry: all rows
// of a class meet all columns of a bucket, so this is exact.
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

  // The canonical sections that this one is made from, each once.
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

// Of many sections, by several threads: those of the i-th.
std::vector<std::vector<SectionNumber>> source_lists(const SweepTables& tables,
                                                     const LoadedSections& sections,
                                                     const std::vector<SectionKey>& targets);

}  // namespace pipo
