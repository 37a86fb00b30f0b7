#include "generator/run/generate.hpp"

#include <fmt/core.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <chrono>
#include <ctime>
#include <exception>
#include <new>
#include <stdexcept>

#include "generator/plan/disk_plan.hpp"
#include "generator/plan/machine.hpp"
#include "generator/plan/memory_plan.hpp"
#include "generator/plan/require_square.hpp"
#include "generator/run/generate_by.hpp"
#include "generator/run/table_remains.hpp"
#include "generator/run/table_run.hpp"
#include "generator/sweep/with_threads.hpp"
#include "generator/writer/new_file.hpp"
#include "generator/writer/table_lock.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/sizes.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[sizeof "2000-01-01T00:00:00Z"];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

Manifest make_manifest(const TableSpace& space, RunResult result, double seconds) {
  Manifest manifest;
  manifest.table = space.identity();
  manifest.value = result.value;
  manifest.thinning = space.thinning();
  std::vector<std::uint64_t> hashes;
  for (const ManifestLayer& layer : result.layers) {
    manifest.positions += space.states().quiet_positions(layer.layer);
    hashes.push_back(layer.content_hash);
  }
  manifest.layers = std::move(result.layers);
  manifest.content_hash = combined_hash(hashes);
  manifest.seconds = seconds;
  manifest.threads = tbb::this_task_arena::max_concurrency();
  manifest.date = utc_now();
  return manifest;
}

// Removes the .part files of a process that was killed. Call it only under the table's lock.
void remove_parts(const StateSpace& states, const std::filesystem::path& folder) {
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    ::unlink(part_of(folder / layer_file_name(layer)).c_str());
  }
  ::unlink(part_of(folder / kManifestName).c_str());
}

// Throws if a file to be made could not get its place, before anything is computed.
void require_places(const TableRemains& found, const std::filesystem::path& folder) {
  const auto require = [](const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::is_directory(std::filesystem::symlink_status(path, error))) {
      throw CannotWrite(path.string() + ": a folder stands in the place of this file; remove it");
    }
  };
  const StateSpace& states = found.space.states();
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    const std::filesystem::path file = folder / layer_file_name(layer);
    if (found.kept[static_cast<std::size_t>(layer)]) continue;
    require(file);
    require(part_of(file));
  }
  require(folder / kManifestName);
}

// Whether sections can be read back. Files thinned to a square are not: everything is then computed
// anew and stays in memory.
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
  if (!reads_back(found)) {
    Schedule schedule = plan_schedule(start, memory);
    if (enough && memory.all_in_memory) return schedule;
    throw OutOfMemory(fmt::format(
        "{} with --square needs all values in memory, {}; allow that much, or {}",
        folder_name(space.identity()), human_bytes_rounded_up(memory.full_bytes),
        options.square ? "make the table without --square"
                       : "remove the table there, made with --square, to make one without"));
  }
  std::vector<bool> made;
  for (const auto& kept : found.kept) made.push_back(!kept);
  return make_schedule(start.tables(), made, memory.section_budget);
}

// Fails early if the memory cannot suffice.
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

void require_disk_for(const TableRemains& found, const std::filesystem::path& folder) {
  require_disk(folder, least_bytes_to_make(found));
}

// Adds to the error what was kept.
[[noreturn]] void throw_with_rest(const Error& error) {
  throw_failure({error.code(), std::string(error.what()) +
                                   "; the layers finished so far are kept, and the same command "
                                   "goes on from there"});
}

// Makes the layers in this process alone.
RunResult run_here(TableRemains& found, const GenerateOptions& options,
                   const std::filesystem::path& folder) {
  const SweepStart start(found.space.states());
  return TableRun(found.space, options, folder, found.files, found.kept)
      .run(start, schedule_for(found, start, options));
}

RunResult run(TableRemains& found, const GenerateOptions& options,
              const std::filesystem::path& folder, const MakeLayers& make_layers) {
  try {
    return make_layers(found, options, folder);
  } catch (const std::bad_alloc&) {
    throw_with_rest(
        OutOfMemory(memory_limit_left() > 0
                        ? "out of memory: the limit on address space (ulimit -v) is too low"
                        : "out of memory: stop other programs, or allow less with --memory"));
  } catch (const NotBegun& failure) {
    throw_failure({failure.code(), failure.what()});
  } catch (const NoSpace& failure) {
    throw_with_rest(failure);
  } catch (const CannotWrite& failure) {
    throw_with_rest(failure);
  } catch (const Stopped& failure) {
    throw_with_rest(failure);
  }
}

// Requires that the layers equal those of an earlier run in every value.
void require_same(const Manifest& made, const Manifest& before,
                  const std::filesystem::path& folder) {
  for (std::size_t i = 0; i < made.layers.size(); ++i) {
    const ManifestLayer& now = made.layers[i];
    const ManifestLayer& then = before.layers[i];
    if (now.content_hash == then.content_hash && now.values == then.values) continue;
    throw DamagedTable(
        fmt::format(
            "{}: made anew, layer {} has other values than {} says; one of the files that were "
            "kept, or that one, is not to be trusted: remove the folder and generate the table "
            "anew",
            folder.string(), now.layer, kManifestName),
        folder);
  }
  if (made.value != before.value) {
    throw DamagedTable(fmt::format("{}: made anew, the start has another value than {} says: "
                                   "remove the folder and generate the table anew",
                                   folder.string(), kManifestName),
                       folder);
  }
}

// Makes what is missing, and writes the manifest unless the existing one is valid.
GenerateResult make(TableRemains& found, const GenerateOptions& options,
                    const std::filesystem::path& folder, const MakeLayers& make_layers,
                    Clock::time_point begin) {
  require_memory_for(found, options);
  require_disk_for(found, folder);
  require_places(found, folder);
  remove_parts(found.space.states(), folder);
  GenerateResult result;
  result.folder = folder;
  result.kept_layers = found.kept_layers();
  // From here on the process takes memory itself: what is available now counts.
  GenerateOptions within = options;
  within.memory = memory_to_use(options.memory);
  RunResult made = run(found, within, folder, make_layers);
  result.read_back = made.read_back;
  result.manifest = make_manifest(found.space, std::move(made), seconds_since(begin));
  if (found.manifest) require_same(result.manifest, *found.manifest, folder);
  if (!found.manifest || found.manifest->layers != result.manifest.layers) {
    sync_folder(options.tables);  // makes the name of the table's folder durable
    write_manifest(folder, result.manifest);
  }
  return result;
}

// Removes the lock file of a process that was killed at the very end.
void remove_old_lock(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder / kLockName, error) || error) return;
  try {
    const TableLock lock(folder);
  } catch (const Error&) {
    // Another process holds the lock, or the folder cannot be written; the file does no harm.
  }
}

// Reports a complete table without changing it.
GenerateResult leave_alone(const TableRemains& found, const std::filesystem::path& folder) {
  GenerateResult result;
  result.folder = folder;
  result.manifest = *found.manifest;
  result.already_there = true;
  result.kept_layers = found.kept_layers();
  return result;
}

GenerateResult generate_in_arena(const GenerateOptions& options, const MakeLayers& make_layers) {
  const Clock::time_point begin = Clock::now();
  const TableIdentity table = table_identity(options.board, options.start);
  if (options.square) require_square(table);
  const std::filesystem::path folder = options.tables / folder_name(table);
  const auto finished = [&](GenerateResult result) {
    result.seconds = seconds_since(begin);
    result.peak_memory = peak_memory();
    return result;
  };
  // Looks without the lock first: a complete table may be in a folder that cannot be written.
  {
    TableRemains found(table, options, folder);
    if (found.complete() && options.check) found.check_blocks(options);
    if (found.complete()) {
      remove_old_lock(folder);
      return finished(leave_alone(found, folder));
    }
    // Checks before a folder is made, unless another process is already using the resources.
    if (writer_in(folder).empty()) {
      require_memory_for(found, options);
      require_disk_for(found, folder);
    }
  }
  const TableLock lock(folder, options.wait);
  std::exception_ptr damaged;
  for (const bool check : {options.check, true}) {
    TableRemains found(table, options, folder);
    if (check) found.check_blocks(options);
    // All layers are right now, and what contradicts them is in the manifest.
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

std::vector<std::uint64_t> least_bytes_to_make(const TableRemains& found) {
  const StateSpace& states = found.space.states();
  const TableCounts counts = count_table(states);
  const std::vector<std::uint64_t> least =
      least_layer_bytes(states.cut(), counts, found.space.thinning());
  std::vector<std::uint64_t> files;
  for (std::size_t i = 0; i < least.size(); ++i) {
    if (!found.kept[static_cast<std::size_t>(counts.layers[i].layer)]) files.push_back(least[i]);
  }
  return files;
}

GenerateResult generate(const GenerateOptions& options) {
  return generate_by(options, run_here);
}

GenerateResult generate_by(const GenerateOptions& options, const MakeLayers& make_layers) {
  return with_threads(options.threads, [&] { return generate_in_arena(options, make_layers); });
}

}  // namespace pipo
