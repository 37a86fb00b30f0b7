#include "generator/run/generate.hpp"

#include <fmt/core.h>

#include <bit>
#include <exception>
#include <new>
#include <stdexcept>
#include <utility>

#include "generator/plan/machine.hpp"
#include "generator/plan/memory_plan.hpp"
#include "generator/plan/table_counts.hpp"
#include "generator/plan/table_plan.hpp"
#include "generator/run/existing_layers.hpp"
#include "generator/run/table_in_progress.hpp"
#include "generator/run/thin_table.hpp"
#include "generator/sweep/sweep.hpp"
#include "generator/writer/table_lock.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {
namespace {

Poll poll_of(const GenerateOptions& options) {
  return [&stopped = options.stopped] {
    if (stopped && stopped()) throw Stopped("stopped");
  };
}

// Schedules the sweep for the memory that it may use. Throws OutOfMemory if that is too little.
Schedule schedule_for(const ExistingLayers& found, const SweepStart& start,
                      const GenerateOptions& options) {
  const TableIdentity& table = found.space.identity();
  const MemoryPlan memory = require_memory(table, start, options.memory);
  const Poll poll = poll_of(options);
  return options.section_budget > 0
             ? make_schedule(start.tables(), found.missing(), options.section_budget, poll)
             : schedule_within(table, start, found.missing(), memory, poll);
}

// Makes the layers that are not kept, by a sweep whose sections are written to the files of their
// layers, and read back where the schedule says so. Returns how many values are read back.
std::uint64_t make_here(TableInProgress& table) {
  const SweepStart start(table.space().states(), table.space().identity().game, {},
                         part_size_for(table.found(), table.options()));
  Schedule schedule = schedule_for(table.found(), start, table.options());
  const std::uint64_t read_back = schedule.read_back;
  if (!schedule.steps.empty()) {
    const TileNumber first = schedule.steps[0].targets.front();
    const Tiling tiling(start.space(), start.part_size());
    table.begin(tiling.key(first).section.layer(), schedule.computed);
  }
  table.write_empty_layers();
  Sweep(start, std::move(schedule),
        {.write = [&](std::span<const SectionRows> rows) { table.write(rows); },
         .read = [&](const SectionPart& part, std::int8_t* values) { table.read(part, values); },
         .prefetch = [&](const SectionPart& part) { table.prefetch(part); }},
        poll_of(table.options()))
      .run();
  return read_back;
}

// Adds to the error what was kept.
[[noreturn]] void throw_with_rest(const Error& error) {
  throw_failure({error.code(), std::string(error.what()) +
                                   "; the layers finished so far are kept, and the same command "
                                   "continues from them"});
}

// Makes the missing layers, and writes the manifest unless the existing one is valid.
GenerateResult make(ExistingLayers& found, const GenerateOptions& options,
                    const std::filesystem::path& folder, const MakeLayers& make_layers,
                    double begin) {
  require_memory(found.space.identity(), found.space.states(), options.memory);
  require_disk(folder, found.least_bytes_to_make());
  // From here on the process takes memory itself: what is available now counts.
  GenerateOptions within = options;
  within.memory = memory_to_use(options.memory);
  TableInProgress table(found, within, folder);
  GenerateResult result;
  result.folder = folder;
  result.kept_layers = found.kept_layers();
  try {
    result.read_back = make_layers(table);
    table.finish();
  } catch (const std::bad_alloc&) {
    throw_with_rest(OutOfMemory(
        memory_limit_left() > 0 ? "out of memory: the limit on address space (ulimit -v) is too low"
                                : kOutOfMemory));
  } catch (const NotBegun& failure) {
    throw_failure({failure.code(), failure.what()});
  } catch (const OutOfResources& failure) {
    throw_with_rest(failure);
  } catch (const CannotWrite& failure) {
    throw_with_rest(failure);
  } catch (const Stopped& failure) {
    throw_with_rest(failure);
  }
  result.manifest = table.end(steady_seconds() - begin);
  return result;
}

// Removes what a process left that was killed at the very end: the lock file, and files of omitted
// layers.
void remove_leftovers(const ExistingLayers& found, const std::filesystem::path& folder) {
  std::error_code error;
  const bool locked = std::filesystem::exists(folder / kLockName, error) && !error;
  if (!locked && !has_omitted_files(folder, *found.manifest)) return;
  try {
    const TableLock lock(folder);
    remove_omitted_files(folder, *found.manifest);
  } catch (const Error&) {
    // Another process holds the lock, or the folder cannot be written; the files do no harm.
  }
}

// Reports a complete table without changing it.
GenerateResult leave_alone(const ExistingLayers& found, const std::filesystem::path& folder) {
  GenerateResult result;
  result.folder = folder;
  result.manifest = *found.manifest;
  result.already_there = true;
  result.kept_layers = found.kept_layers();
  return result;
}

// Looks whether the table is complete, then locks its folder and makes what is missing.
GenerateResult look_and_make(const GenerateOptions& options, const MakeLayers& make_layers) {
  const double begin = steady_seconds();
  const TableIdentity table = table_identity(options.board, options.start, options.game);
  if (options.game == TableGame::nimstring && options.keep && !options.keep->keeps_all()) {
    throw BadInput(folder_name(table) +
                   ": a table of nim-values cannot omit layers; leave --keep out");
  }
  const std::filesystem::path folder = options.tables / folder_name(table);
  const auto finished = [&](GenerateResult result) {
    result.seconds = steady_seconds() - begin;
    result.peak_memory = peak_memory();
    return result;
  };
  // Looks without the lock first: a complete table may be in a folder that cannot be written.
  {
    ExistingLayers found(table, options, folder);
    if (found.manifest) require_same_layers(folder, *found.manifest, found.keep);
    if (found.complete() && options.check) found.check_blocks(options);
    if (found.complete()) {
      remove_leftovers(found, folder);
      return finished(leave_alone(found, folder));
    }
    // Checks before a folder is made, unless another process is already using the resources.
    if (writer_in(folder).empty()) {
      require_memory(table, found.space.states(), options.memory);
      require_disk(folder, found.least_bytes_to_make());
    }
  }
  const TableLock lock(folder, options.wait);
  std::exception_ptr damaged;
  for (const bool check : {options.check, true}) {
    ExistingLayers found(table, options, folder);
    if (check) found.check_blocks(options);
    // All layers are right now, so the manifest is wrong if they contradict it.
    if (found.complete() && damaged) std::rethrow_exception(damaged);
    if (found.complete()) return finished(leave_alone(found, folder));
    try {
      return finished(make(found, options, folder, make_layers, begin));
    } catch (const NewerTable&) {
      throw;
    } catch (const DamagedTable&) {
      // A block of a kept layer may be damaged, which only reading it back has shown.
      if (check || found.kept_layers() == 0) throw;
      damaged = std::current_exception();
    }
  }
  throw std::logic_error("unreachable: the second try checks everything");
}

}  // namespace

std::uint32_t part_size_for(const ExistingLayers& found, const GenerateOptions& options) {
  if (options.part_size > 0) return options.part_size;
  const StateSpace& states = found.space.states();
  if (options.section_budget > 0)
    return part_size_within(all_tile_sizes(states), options.section_budget);
  return plan_memory(states, count_table(states).total(), memory_to_use(options.memory),
                     options.game)
      .part_size;
}

GenerateResult generate(const GenerateOptions& options) {
  return generate_by(options, make_here);
}

GenerateResult generate_by(const GenerateOptions& options, const MakeLayers& make_layers) {
  if (const std::uint32_t size = options.part_size;
      size != 0 && (size < kLeastPart || !std::has_single_bit(size))) {
    throw BadInput(
        fmt::format("tiles cannot have {} rows and columns; the number must be a power "
                    "of two from {} on",
                    size, kLeastPart));
  }
  return with_threads(options.threads, [&] { return look_and_make(options, make_layers); });
}

}  // namespace pipo
