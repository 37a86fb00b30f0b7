#include "generator/sweep/schedule.hpp"

#include <malloc.h>

#include <algorithm>
#include <utility>

#include "generator/sweep/schedule_maker.hpp"
#include "generator/sweep/section_sources.hpp"
#include "generator/sweep/value_memory.hpp"
#include "generator/sweep/work_order.hpp"

namespace pipo {
namespace {

// The share of the budget for one step. A smaller share leaves more memory for other sections, so
// less is read back (3x6 within 14 GiB: 2.4 times instead of 2.7 with a third), but more sections
// need several steps.
constexpr std::uint64_t kStepsABudget = 6;

// Returns the largest piece of memory that a section's values take.
std::uint64_t largest_piece(const StateSpace& space) {
  std::size_t largest = 0;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    for (const SectionKey& key : space.sections(layer)) {
      largest = std::max(largest, std::size_t{space.rows(key)} * space.columns(key));
    }
  }
  return piece_bytes(largest + kSectionSlack);
}

}  // namespace

Schedule make_schedule(const SweepTables& tables, const std::vector<bool>& made,
                       std::uint64_t budget) {
  const LoadedSections sections(tables.space);
  const std::vector<SectionKey> order = order_of_work(tables.space, made);
  std::vector<Step> steps = plan_steps(sections, order, source_lists(tables, sections, order),
                                       budget_of_step(tables.space, budget));
  Schedule schedule = ScheduleMaker(sections, std::move(steps), budget).make();
  malloc_trim(0);  // the lists were many small pieces, and values do not come from the heap
  return schedule;
}

std::uint64_t budget_of_step(const StateSpace& space, std::uint64_t budget) {
  return std::max(budget / kStepsABudget, 2 * largest_piece(space));
}

// Enough for a section, one of its sources, and a source of the next step.
std::uint64_t least_budget(const StateSpace& space) {
  return 3 * largest_piece(space);
}

}  // namespace pipo
