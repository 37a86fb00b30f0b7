#include "generator/run/table_run.hpp"

#include <bit>
#include <chrono>

#include "generator/plan/machine.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/outer.hpp"

namespace pipo {
namespace {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

TableRun::TableRun(const TableSpace& space, const GenerateOptions& options,
                   const std::filesystem::path& folder)
    : space_(space),
      options_(options),
      folder_(folder),
      writer_(space, folder),
      settled_start_(settle(space.identity().board, space.identity().start)),
      began_(steady_seconds()) {
  const StateSpace& states = space.states();
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    progress_.values_total += states.section_values(layer);
  }
  const Cut& cut = states.cut();
  const EdgeSet quiet = cut.turn(space.identity().board, settled_start_.quiet);
  start_location_ = states.locate(merge_outer(cut.turned(), quiet, cut.start()));
  progress_.first_layer = states.first_layer();
  progress_.last_layer = states.last_layer();
}

int TableRun::start_layer() const {
  return count_bits(settled_start_.quiet);
}

int TableRun::start_value(int quiet_value) const {
  return settled_value(settled_start_, quiet_value);
}

void TableRun::begin_layer(int layer) {
  const std::lock_guard lock(mutex_);
  progress_.layer = layer;
  report();
}

void TableRun::add_done(std::uint64_t values) {
  const std::lock_guard lock(mutex_);
  progress_.values_done += values;
  report();
}

void TableRun::add_done_before(std::uint64_t values) {
  const std::lock_guard lock(mutex_);
  progress_.values_done += values;
  progress_.values_before += values;
}

void TableRun::report() {
  progress_.memory_bytes = resident_memory();
  progress_.seconds = steady_seconds() - began_;
  if (options_.progress) options_.progress(progress_);
}

void TableRun::poll() const {
  if (options_.stopped && options_.stopped()) throw Stopped("stopped");
}

void TableRun::finish_quietly() {
  try {
    writer_.finish();
  } catch (...) {
    // The failure that is under way is the one to report.
  }
}

}  // namespace pipo
