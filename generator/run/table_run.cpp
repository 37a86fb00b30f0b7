#include "generator/run/table_run.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "generator/plan/machine.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"

namespace pipo {

TableRun::TableRun(const TableSpace& space, const GenerateOptions& options,
                   const std::filesystem::path& folder, LayerFiles& files, const KeptLayers& kept)
    : space_(space),
      options_(options),
      files_(files),
      kept_(kept),
      writer_(space, folder),
      streams_(kept.size()),
      written_(kept.size()),
      start_(space),
      progress_(no_progress(space.states())),
      began_(steady_seconds()) {}

GenerateProgress no_progress(const StateSpace& states) {
  GenerateProgress progress;
  progress.first_layer = states.first_layer();
  progress.layer = progress.last_layer = states.last_layer();
  for (int layer = states.first_layer(); layer <= states.last_layer(); ++layer) {
    progress.values_total += states.section_values(layer);
  }
  return progress;
}

RunResult TableRun::run(const SweepStart& start, Schedule schedule) {
  RunResult result;
  result.read_back = schedule.read_back;
  if (!schedule.steps.empty()) {
    progress_.values_before = progress_.values_total - schedule.computed;
    progress_.values_done = progress_.values_before;
    const LoadedSections numbers(space_.states());
    report(numbers.key(schedule.steps.front().targets.front()).layer());
  }
  const auto poll = [this] {
    if (options_.stopped && options_.stopped()) throw Stopped("stopped");
  };
  try {
    write_empty_layers();
    Sweep(start, std::move(schedule),
          {.write = [this](auto keys, const ValuesOf& values) { write(keys, values); },
           .read = [this](const SectionKey& key, std::int8_t* values) { read(key, values); },
           .expect = [this](const SectionKey& key) { expect(key); }},
          poll)
        .run();
  } catch (...) {
    try {
      writer_.finish();
    } catch (...) {
      // The current exception is the one to report.
    }
    throw;
  }
  writer_.finish();
  for (int layer = progress_.first_layer; layer <= progress_.last_layer; ++layer) {
    const auto& kept = kept_[static_cast<std::size_t>(layer)];
    result.layers.push_back(kept ? *kept : written_[static_cast<std::size_t>(layer)].value());
  }
  result.value = start_value();
  return result;
}

// Writes the layers in which every position has a box to be taken; the sweep has no sections for
// them.
void TableRun::write_empty_layers() {
  for (int layer = progress_.first_layer; layer <= progress_.last_layer; ++layer) {
    const bool made = !kept_[static_cast<std::size_t>(layer)];
    if (made && space_.states().sections(layer).empty()) write_layer(layer, {}, {});
  }
}

void TableRun::write(std::span<const SectionKey> keys, const ValuesOf& values) {
  std::map<int, std::vector<SectionKey>> by_layer;
  for (const SectionKey& key : keys) {
    by_layer[key.layer()].push_back(key);
    if (key == start_.section()) start_value_ = start_.value(values(key));
    progress_.values_done +=
        std::uint64_t{space_.states().rows(key)} * space_.states().columns(key);
  }
  for (const auto& [layer, of_layer] : by_layer) {
    if (!kept_[static_cast<std::size_t>(layer)]) write_layer(layer, of_layer, values);
  }
  report(keys.back().layer());
}

void TableRun::write_layer(int layer, std::span<const SectionKey> keys, const ValuesOf& values) {
  auto& stream = streams_[static_cast<std::size_t>(layer)];
  if (!stream) {
    auto begun = writer_.begin(layer);
    const std::lock_guard lock(mutex_);
    stream = std::move(begun);
  }
  writer_.add(*stream, keys, values);
  if (!stream->complete()) return;
  const std::lock_guard lock(mutex_);
  files_.close(layer);
  written_[static_cast<std::size_t>(layer)] = writer_.end(std::move(stream));
}

void TableRun::read(const SectionKey& key, std::int8_t* values) {
  const int layer = key.layer();
  std::unique_lock lock(mutex_);
  if (!files_.opened(layer)) {
    if (const auto& stream = streams_[static_cast<std::size_t>(layer)]) {
      files_.open(*stream);
    } else {
      writer_.finish();
      files_.open(layer);
    }
  }
  const auto opened = files_.opened(layer);
  lock.unlock();
  files_.load(*opened, key, values);
}

// Announces a section of a finished layer; what was just written is still in the page cache.
void TableRun::expect(const SectionKey& key) {
  const int layer = key.layer();
  std::unique_lock lock(mutex_);
  if (streams_[static_cast<std::size_t>(layer)]) return;
  const auto opened = files_.opened(layer);
  lock.unlock();
  if (opened) files_.expect(*opened, key);
}

int TableRun::start_value() {
  if (!start_value_) {
    const SectionKey& key = start_.section();
    std::vector<std::int8_t> values(std::size_t{space_.states().rows(key)} *
                                    space_.states().columns(key));
    read(key, values.data());
    start_value_ = start_.value(values.data());
  }
  return *start_value_;
}

// Called by one thread at a time. Layers of a band are made together; the lowest one is reported.
void TableRun::report(int layer) {
  progress_.layer = std::min(progress_.layer, layer);
  progress_.memory_bytes = resident_memory();
  progress_.seconds = steady_seconds() - began_;
  if (options_.progress) options_.progress(progress_);
}

}  // namespace pipo
