#include "generator/sweep/section_sources.hpp"

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <bit>

#include "generator/sweep/inner_pass.hpp"
#include "generator/sweep/seam_pass.hpp"

namespace pipo {

SourceFinder::SourceFinder(const SweepTables& tables, const LoadedSections& sections)
    : tables_(tables), sections_(sections), found_for_(sections.count()) {}

std::vector<SectionNumber> SourceFinder::find(const SectionKey& key) {
  ++search_;
  found_.clear();
  for (const Orientation orientation : {Orientation::lower_rows, Orientation::upper_rows}) {
    add_inner_moves(oriented(key, orientation));
    add_seam_moves(oriented(key, orientation));
  }
  return found_;
}

void SourceFinder::add(const SectionKey& source) {
  const SectionNumber number = sections_.number(source);
  if (found_for_[number] == search_) return;
  found_for_[number] = search_;
  found_.push_back(number);
}

void SourceFinder::add_inner_moves(const OrientedSection& section) {
  const BorderTable& rows = row_table(tables_, section);
  for (const MovesThatDraw& moves : rows.moves_by_drawn[section.row_drawn]) {
    add(inner_source(tables_, section, moves.drawn).key);
  }
}

void SourceFinder::add_seam_moves(const OrientedSection& section) {
  const BorderTable& rows = row_table(tables_, section);
  const SeamPlan& plan = tables_.plans.plan(section.seam, section.orientation);
  for (std::size_t of_class = 0; of_class < plan.size(); ++of_class) {
    for (const Outcome& outcome : plan[of_class]) {
      const std::uint32_t by_rows =
          rows.drawn_by_reactions[outcome.row_newly][of_class * rows.groups() + section.row_drawn];
      const std::uint32_t by_columns = outcome.columns->drawn_by_columns(section.column_drawn);
      for (std::uint32_t row = by_rows; row != 0; row &= row - 1) {
        const int row_drawn = section.row_drawn + std::countr_zero(row);
        for (std::uint32_t column = by_columns; column != 0; column &= column - 1) {
          const int column_drawn = section.column_drawn + std::countr_zero(column);
          if (outcome.folded && !read_by_rows(section.orientation, row_drawn, column_drawn))
            continue;
          add({outcome.target, row_drawn, column_drawn});
        }
      }
    }
  }
}

std::vector<std::vector<SectionNumber>> source_lists(const SweepTables& tables,
                                                     const LoadedSections& sections,
                                                     const std::vector<SectionKey>& targets) {
  std::vector<std::vector<SectionNumber>> lists(targets.size());
  tbb::enumerable_thread_specific<SourceFinder> finders(
      [&] { return SourceFinder(tables, sections); });
  tbb::parallel_for(std::size_t{0}, targets.size(),
                    [&](std::size_t i) { lists[i] = finders.local().find(targets[i]); });
  return lists;
}

}  // namespace pipo
