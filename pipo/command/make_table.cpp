#include "pipo/command/make_table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <utility>

#include "generator/writer/table_lock.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/sha256_sums.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"
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

// Reports once for each process that the run is waiting for it.
class WaitReporter {
 public:
  WaitReporter(CommandContext& context, std::string table)
      : context_(context), table_(std::move(table)) {}

  bool operator()(const std::string& holder) {
    if (Interruption::requested()) throw Stopped("stopped while waiting for " + holder);
    if (holder != reported_)
      report_error(context_.err,
                   fmt::format("{}: waiting for {}, which is making it", table_, holder));
    reported_ = holder;
    return true;
  }

 private:
  CommandContext& context_;
  std::string table_;
  std::string reported_;
};

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
  const double began = steady_seconds();
  std::uint64_t done = 0;
  write_sums(folder, files_of(manifest), static_cast<unsigned>(threads), [&](std::uint64_t bytes) {
    Interruption::check();
    done += bytes;
    progress.update({.stage = "SHA-256",
                     .done = std::min(done, manifest.bytes()),
                     .total = manifest.bytes(),
                     .unit = "bytes",
                     .memory_bytes = 0,
                     .seconds = steady_seconds() - began,
                     .total_seconds = steady_seconds() - began});
  });
}

GenerateResult make_table(CommandContext& context, GenerateOptions options, bool wait) {
  refuse_table(options.tables);
  Progress progress(context.err, options.board.name(), terminal_width(context.err));
  options.progress = [&progress](const GenerateProgress& state) { progress.update(report(state)); };
  const Interruption interruption;
  options.stopped = Interruption::requested;
  if (wait) options.wait = WaitReporter(context, options.board.name());
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
