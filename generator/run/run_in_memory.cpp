// A table made with all of its sections in memory.
#include <tbb/task_group.h>

#include "generator/run/table_run.hpp"
#include "generator/sweep/sweep.hpp"

namespace pipo {
namespace {

class MemoryRun {
 public:
  MemoryRun(TableRun& run, const SweepStart& start, const KeptLayers& kept)
      : run_(run), kept_(kept), sweep_(start, [&run] { run.poll(); }) {}

  RunResult operator()() {
    try {
      sweep();
    } catch (...) {
      run_.finish_quietly();
      throw;
    }
    return std::move(result_);
  }

 private:
  void sweep() {
    const StateSpace& space = run_.space().states();
    tbb::task_group writing;
    try {
      for (int layer = space.last_layer(); layer >= space.first_layer(); --layer) {
        run_.begin_layer(layer);
        sweep_.compute(layer);
        if (layer == run_.start_layer()) read_start_value();
        writing.wait();  // for the layer before: one is written while one is computed
        run_.add_done(space.section_values(layer));
        const int unreachable = layer + Sweep::reach(space);
        if (unreachable <= space.last_layer()) sweep_.drop(unreachable);
        writing.run([this, layer] { write(layer); });
      }
      writing.wait();
      run_.writer().finish();
    } catch (...) {
      // A layer on its way to the disk is finished, not given up: it is what remains.
      try {
        writing.wait();
      } catch (...) {
        // The first failure is the one to report.
      }
      throw;
    }
  }

  void read_start_value() {
    const Location& place = run_.start_location();
    const Strip rows = sweep_.sections().rows(place.key);
    result_.value = run_.start_value(rows.data[place.row * rows.stride + place.column]);
  }

  void write(int layer) {
    if (const auto& kept = kept_[static_cast<std::size_t>(layer)]) {
      result_.layers.push_back(*kept);
      return;
    }
    result_.layers.push_back(run_.writer().write(
        layer, [this](const SectionKey& key) { return sweep_.sections().rows(key).data; }));
  }

  TableRun& run_;
  const KeptLayers& kept_;
  Sweep sweep_;
  RunResult result_;
};

}  // namespace

RunResult run_in_memory(TableRun& run, const SweepStart& start, const KeptLayers& kept) {
  return MemoryRun(run, start, kept)();
}

}  // namespace pipo
