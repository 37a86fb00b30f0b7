#include "pipo/command/make_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "generator/writer/table_lock.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/sha256_sums.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/error.hpp"
#include "probe/file/file_names.hpp"
#include "probe/table/table_folders.hpp"

namespace pipo {
namespace {

ProgressReport report(const GenerateProgress& progress) {
  return {.stage = fmt::format("{}layer {}", progress.checking ? "checked " : "", progress.layer),
          .done = progress.values_done,
          .total = progress.values_total,
          .unit = "values",
          .memory_bytes = progress.memory_bytes,
          .waiting = progress.waiting,
          .before = progress.values_before,
          .seconds = progress.seconds};
}

}  // namespace

// The table's other files are complete, so that only the lock keeps two processes from writing it
// at the same time.
void add_sums(const std::filesystem::path& folder, const Manifest& manifest, int threads,
              Progress& progress) {
  const std::filesystem::path sums = folder / kSumsName;
  // Locking also removes a lock that a killed process has left.
  const TableLock lock(folder, [](const std::string&) {
    Interruption::check();
    return true;
  });
  if (std::filesystem::exists(sums)) return;
  const VerifyProgress shown = stage_progress(progress, "bytes");
  std::uint64_t done = 0;
  write_sums(folder, files_of(manifest), static_cast<unsigned>(threads), [&](std::uint64_t bytes) {
    Interruption::check();
    done += bytes;
    shown("SHA-256", std::min(done, manifest.bytes()), manifest.bytes());
  });
}

GenerateResult make_table(CommandContext& context, GenerateOptions options, bool wait) {
  refuse_table(options.tables);
  Progress progress(context.err, options.board.name(), terminal_width(context.err));
  options.progress = [&progress](const GenerateProgress& state) { progress.update(report(state)); };
  const Interruption interruption;
  options.stopped = Interruption::requested;
  if (wait) {
    options.wait = [&, reported = std::string()](const std::string& holder) mutable {
      if (Interruption::requested()) throw Stopped("stopped while waiting for " + holder);
      if (holder != reported) {
        report_error(context.err, fmt::format("{}: waiting for {}, which is making it",
                                              options.board.name(), holder));
      }
      reported = holder;
      return true;
    };
  }
  GenerateResult made = context.make(options);
  try {
    add_sums(made.folder, made.manifest, options.threads, progress);
  } catch (const Stopped&) {
    throw Stopped("stopped; finished layers are kept: run the same command again to go on");
  } catch (const CannotWrite&) {
    // A table that was complete before may be in a folder that cannot be written.
    if (!made.already_there) throw;
  }
  return made;
}

}  // namespace pipo
