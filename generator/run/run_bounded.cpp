// A table made within a budget of memory.
#include <span>
#include <vector>

#include "generator/run/table_run.hpp"
#include "generator/sweep/bounded_sweep.hpp"
#include "generator/writer/layer_stream.hpp"

namespace pipo {
namespace {

class BoundedRun {
 public:
  BoundedRun(TableRun& run, const SweepStart& start, std::uint64_t section_budget,
             LayerFiles& files, const KeptLayers& kept)
      : run_(run),
        space_(run.space().states()),
        files_(files),
        kept_(kept),
        sweep_(
            start, section_budget,
            [&files](const SectionKey& key, std::int8_t* values) { files.load(key, values); },
            [&run] { run.poll(); }) {}

  RunResult operator()() {
    for (int layer = space_.last_layer(); layer >= space_.first_layer(); --layer) {
      if (kept_[static_cast<std::size_t>(layer)])
        run_.add_done_before(space_.section_values(layer));
    }
    try {
      for (int layer = space_.last_layer(); layer >= space_.first_layer(); --layer) {
        if (const auto& kept = kept_[static_cast<std::size_t>(layer)]) {
          result_.layers.push_back(*kept);
        } else {
          make(layer);
        }
      }
    } catch (...) {
      run_.finish_quietly();
      throw;
    }
    read_start_value();
    result_.read_back = sweep_.loaded_values();
    return std::move(result_);
  }

 private:
  void make(int layer) {
    run_.begin_layer(layer);
    auto file = run_.writer().begin(layer);
    sweep_.compute(layer, [&](std::span<const SectionKey> keys, const auto& values) {
      run_.writer().add_sections(*file, keys.size(), values);
      std::uint64_t done = 0;
      for (const SectionKey& key : keys) {
        done += std::uint64_t{space_.rows(key)} * space_.columns(key);
      }
      run_.add_done(done);
    });
    result_.layers.push_back(run_.writer().end(std::move(file)));
    // Later layers read this one from its file.
    run_.writer().finish();
    files_.open(layer);
  }

  void read_start_value() {
    const Location& place = run_.start_location();
    const std::size_t columns = space_.columns(place.key);
    std::vector<std::int8_t> values(space_.rows(place.key) * columns);
    files_.load(place.key, values.data());
    result_.value = run_.start_value(values[place.row * columns + place.column]);
  }

  TableRun& run_;
  const StateSpace& space_;
  LayerFiles& files_;
  const KeptLayers& kept_;
  BoundedSweep sweep_;
  RunResult result_;
};

}  // namespace

RunResult run_bounded(TableRun& run, const SweepStart& start, std::uint64_t section_budget,
                      LayerFiles& files, const KeptLayers& kept) {
  return BoundedRun(run, start, section_budget, files, kept)();
}

}  // namespace pipo
