#include "generator/run/generate.hpp"

#include <chrono>
#include <exception>
#include <new>
#include <stdexcept>

#include "generator/plan/disk_plan.hpp"
#include "generator/plan/machine.hpp"
#include "generator/plan/table_plan.hpp"
#include "generator/run/generate_by.hpp"
#include "generator/run/make_here.hpp"
#include "generator/sweep/with_threads.hpp"
#include "generator/writer/table_lock.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void require_disk_for(const TableRemains& found, const std::filesystem::path& folder) {
  require_disk(folder, found.least_bytes_to_make());
}

// Adds to the error what was kept.
[[noreturn]] void throw_with_rest(const Error& error) {
  throw_failure({error.code(), std::string(error.what()) +
                                   "; the layers finished so far are kept, and the same command "
                                   "continues from them"});
}

// Returns the values read back.
std::uint64_t run(TableInProgress& table, const MakeLayers& make_layers) {
  try {
    std::uint64_t read_back = 0;
    table.make([&] { read_back = make_layers(table); });
    return read_back;
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

// Makes the missing layers, and writes the manifest unless the existing one is valid.
GenerateResult make(TableRemains& found, const GenerateOptions& options,
                    const std::filesystem::path& folder, const MakeLayers& make_layers,
                    Clock::time_point begin) {
  require_memory_for(found, options);
  require_disk_for(found, folder);
  // From here on the process takes memory itself: what is available now counts.
  GenerateOptions within = options;
  within.memory = memory_to_use(options.memory);
  TableInProgress table(found, within, folder);
  GenerateResult result;
  result.folder = folder;
  result.kept_layers = found.kept_layers();
  result.read_back = run(table, make_layers);
  result.manifest = table.end(seconds_since(begin));
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

GenerateResult generate(const GenerateOptions& options) {
  return generate_by(options, make_here);
}

GenerateResult generate_by(const GenerateOptions& options, const MakeLayers& make_layers) {
  return with_threads(options.threads, [&] { return generate_in_arena(options, make_layers); });
}

}  // namespace pipo
