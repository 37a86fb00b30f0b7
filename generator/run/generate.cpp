#include "generator/run/generate.hpp"

#include <fmt/core.h>

#include <bit>
#include <exception>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "generator/plan/machine.hpp"
#include "generator/plan/memory_budget.hpp"
#include "generator/plan/table_counts.hpp"
#include "generator/run/existing_layers.hpp"
#include "generator/run/table_in_progress.hpp"
#include "generator/run/thin_table.hpp"
#include "generator/sweep/sweep.hpp"
#include "generator/writer/table_lock.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {
namespace {

// Makes the layers that are not kept, by a sweep whose sections are written to the files of their
// layers, and read back where the schedule says so. Returns how many values are read back.
std::uint64_t sweep_layers(TableInProgress& table) {
  const GenerateOptions& options = table.options();
  const Poll poll = [&stopped = options.stopped] {
    if (stopped && stopped()) throw Stopped("stopped");
  };
  const MemoryBudget budget(table.space(), options.memory, options.section_budget);
  const SweepStart start(table.space().states(), {options.game, options.last_move_cost}, {},
                         options.part_size > 0 ? options.part_size : budget.part_size());
  Schedule schedule = budget.schedule(start, table.found().missing(), poll);
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
        poll)
      .run();
  return read_back;
}

// Adds to the error what was kept.
[[noreturn]] void throw_with_rest(const Error& error) {
  throw_failure({error.code(), std::string(error.what()) +
                                   "; the layers finished so far are kept, and the same command "
                                   "continues from them"});
}

void require_resources(const ExistingLayers& found, const GenerateOptions& options,
                       const std::filesystem::path& folder) {
  MemoryBudget(found.space, options.memory).require();
  require_disk(folder, found.least_bytes_to_make());
}

// Makes the missing layers, and writes the manifest unless the existing one is valid.
GenerateResult make(ExistingLayers& found, const GenerateOptions& options,
                    const std::filesystem::path& folder, double begin) {
  require_resources(found, options, folder);
  // From here on the process takes memory itself: what is available now counts.
  GenerateOptions within = options;
  within.memory = memory_to_use(options.memory);
  TableInProgress table(found, within, folder);
  GenerateResult result;
  result.kept_layers = found.kept_layers();
  try {
    result.read_back = options.make_layers ? options.make_layers(table) : sweep_layers(table);
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
GenerateResult leave_alone(const ExistingLayers& found) {
  GenerateResult result;
  result.manifest = *found.manifest;
  result.already_there = true;
  result.kept_layers = found.kept_layers();
  return result;
}

// Looks without the lock: a complete table may be in a folder that cannot be written. Returns
// nothing if layers are missing.
std::optional<GenerateResult> look(const TableIdentity& table, const GenerateOptions& options,
                                   const std::filesystem::path& folder) {
  ExistingLayers found(table, options, folder);
  if (found.manifest) require_same_layers(folder, *found.manifest, found.keep);
  if (found.complete() && options.check) found.check_blocks(options);
  if (found.complete()) {
    remove_leftovers(found, folder);
    return leave_alone(found);
  }
  // Checks before a folder is made, unless another process is already using the resources.
  if (writer_in(folder).empty()) require_resources(found, options, folder);
  return std::nullopt;
}

// Locks the folder and makes what is missing: a second time if a block of a kept layer turns out to
// be damaged, which only reading it back shows.
GenerateResult lock_and_make(const TableIdentity& table, const GenerateOptions& options,
                             const std::filesystem::path& folder, double begin) {
  const TableLock lock(folder, options.wait);
  std::exception_ptr damaged;
  for (const bool check : {options.check, true}) {
    ExistingLayers found(table, options, folder);
    if (check) found.check_blocks(options);
    // All layers are right now, so the manifest is wrong if they contradict it.
    if (found.complete() && damaged) std::rethrow_exception(damaged);
    if (found.complete()) return leave_alone(found);
    try {
      return make(found, options, folder, begin);
    } catch (const NewerTable&) {
      throw;
    } catch (const DamagedTable&) {
      if (check || found.kept_layers() == 0) throw;
      damaged = std::current_exception();
    }
  }
  throw std::logic_error("unreachable: the second try checks everything");
}

}  // namespace

GenerateResult generate(const GenerateOptions& options) {
  if (const std::uint32_t size = options.part_size;
      size != 0 && (size < kLeastPart || !std::has_single_bit(size))) {
    throw BadInput(
        fmt::format("tiles cannot have {} rows and columns; the number must be a power "
                    "of two from {} on",
                    size, kLeastPart));
  }
  return with_threads(options.threads, [&] {
    const double begin = steady_seconds();
    const TableIdentity table = options.identity();
    if (options.game == TableGame::nimstring && options.keep && !options.keep->keeps_all()) {
      throw BadInput(folder_name(table) +
                     ": a table of nim-values cannot omit layers; leave --keep out");
    }
    const std::filesystem::path folder = options.tables / folder_name(table);
    std::optional<GenerateResult> result = look(table, options, folder);
    if (!result) result = lock_and_make(table, options, folder, begin);
    result->folder = folder;
    result->seconds = steady_seconds() - begin;
    result->peak_memory = peak_memory();
    return *std::move(result);
  });
}

}  // namespace pipo
