// A table made within a budget of memory.
#include <span>
#include <vector>

#include "generator/run/layer_files.hpp"
#include "generator/run/table_run.hpp"
#include "generator/sweep/bounded_sweep.hpp"
#include "generator/writer/layer_stream.hpp"
#include "pipopipette/error.hpp"

namespace pipo {
namespace {

class BoundedRun {
 public:
  BoundedRun(TableRun& run, const SweepStart& start, std::uint64_t section_budget)
      : run_(run),
        space_(run.space().states()),
        files_(run.space(), run.folder()),
        sweep_(start, section_budget,
               [this](const SectionKey& key, std::int8_t* values) { files_.load(key, values); }) {}

  RunResult operator()() {
    try {
      for (int layer = take_up(); layer >= space_.first_layer(); --layer) make(layer);
    } catch (const NoSpace& error) {
      run_.finish_quietly();
      throw NoSpace(
          std::string(error.what()) +
          "; the layers finished so far are kept, and the same command goes on from there");
    } catch (...) {
      run_.finish_quietly();
      throw;
    }
    read_start_value();
    result_.read_back = sweep_.loaded_values();
    return std::move(result_);
  }

 private:
  // Opens what an earlier run has finished. Returns the first layer that is to be made.
  int take_up() {
    int layer = space_.last_layer();
    for (; layer >= space_.first_layer(); --layer) {
      const auto report = files_.open_if_there(layer);
      if (!report) break;
      result_.layers.push_back(*report);
      run_.add_done_before(space_.section_values(layer));
    }
    return layer;
  }

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
  LayerFiles files_;
  BoundedSweep sweep_;
  RunResult result_;
};

}  // namespace

RunResult run_bounded(TableRun& run, const SweepStart& start, std::uint64_t section_budget) {
  return BoundedRun(run, start, section_budget)();
}

}  // namespace pipo
