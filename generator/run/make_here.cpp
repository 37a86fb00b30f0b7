#include "generator/run/make_here.hpp"

#include <fmt/core.h>

#include <utility>

#include "generator/plan/machine.hpp"
#include "generator/plan/memory_plan.hpp"
#include "generator/sweep/sweep.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"

namespace pipo {
namespace {

// Returns whether sections can be read back. Files thinned to a square are not: everything is then
// computed anew and stays in memory.
bool reads_back(const TableRemains& found) {
  return found.space.thinning() != Thinning::square;
}

// Schedules the sweep for the memory that it may use.
Schedule schedule_for(const TableRemains& found, const SweepStart& start,
                      const GenerateOptions& options) {
  const TableSpace& space = found.space;
  MemoryPlan memory = reads_back(found) ? require_memory(space.identity(), start, options.memory)
                                        : plan_memory(start, memory_to_use(options.memory));
  const bool enough = memory.section_budget > 0;
  if (!enough) memory.section_budget = memory.least_bytes - memory.beside_bytes;
  if (options.section_budget > 0) memory.section_budget = options.section_budget;
  if (reads_back(found))
    return make_schedule(start.tables(), found.missing(), memory.section_budget);
  Schedule schedule = plan_schedule(start, memory);
  if (enough && memory.all_in_memory) return schedule;
  throw OutOfMemory(fmt::format(
      "{} with --square needs all values in memory, {}; allow that much, or {}",
      folder_name(space.identity()), human_bytes_rounded_up(memory.full_bytes),
      options.square ? "make the table without --square"
                     : "remove the table there, made with --square, to make one without"));
}

}  // namespace

void require_memory_for(const TableRemains& found, const GenerateOptions& options) {
  const StateSpace& states = found.space.states();
  if (!reads_back(found)) {
    const std::uint64_t have = memory_to_use(options.memory);
    const LayerCounts total = count_table(states).total();
    if (plan_memory(states, total, have).all_in_memory && options.section_budget == 0) return;
    if (can_begin(states, total, have)) {
      schedule_for(found, SweepStart(states), options);
      return;
    }
  }
  require_memory(found.space.identity(), states, options.memory);
}

std::uint64_t make_here(TableInProgress& table) {
  const SweepStart start(table.space().states());
  Schedule schedule = schedule_for(table.found(), start, table.options());
  const std::uint64_t read_back = schedule.read_back;
  if (!schedule.steps.empty()) {
    const SectionNumber first = schedule.steps.front().targets.front();
    table.begin(LoadedSections(start.space()).key(first).layer(), schedule.computed);
  }
  table.write_empty_layers();
  Sweep(start, std::move(schedule),
        {.write = [&](auto keys, const ValuesOf& values) { table.write(keys, values); },
         .read = [&](const SectionKey& key, std::int8_t* values) { table.read(key, values); },
         .expect = [&](const SectionKey& key) { table.expect(key); }},
        [&stopped = table.options().stopped] {
          if (stopped && stopped()) throw Stopped("stopped");
        })
      .run();
  return read_back;
}

}  // namespace pipo
