#include "pipo/command/make_table.hpp"

#include <fmt/core.h>

#include <string>
#include <utility>

#include "pipo/command/process.hpp"
#include "pipo/io/progress.hpp"
#include "pipopipette/error.hpp"

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
  WaitReporter(Session& session, std::string table) : session_(session), table_(std::move(table)) {}

  bool operator()(const std::string& holder) {
    if (Interruption::requested()) throw Stopped("stopped while waiting for " + holder);
    if (holder != reported_)
      complain(session_, fmt::format("{}: waiting for {}, which is making it", table_, holder));
    reported_ = holder;
    return true;
  }

 private:
  Session& session_;
  std::string table_;
  std::string reported_;
};

}  // namespace

GenerateResult make_table(Session& session, GenerateOptions options, bool wait) {
  Progress progress(session.err, options.board.name(), terminal_width(session.err));
  options.progress = [&progress](const GenerateProgress& state) { progress.update(report(state)); };
  const Interruption interruption;
  options.stopped = Interruption::requested;
  if (wait) options.wait = WaitReporter(session, options.board.name());
  return session.make(options);
}

}  // namespace pipo
