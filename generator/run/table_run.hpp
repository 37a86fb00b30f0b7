// Makes one table: a sweep whose sections are written to the files of their layers, and read back
// where the schedule says so.
#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "generator/run/generate.hpp"
#include "generator/run/layer_files.hpp"
#include "generator/run/start_place.hpp"
#include "generator/sweep/sweep.hpp"
#include "generator/writer/layer_stream.hpp"
#include "generator/writer/layer_writer.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// The layers that exist and are kept, by number of drawn edges.
using KeptLayers = std::vector<std::optional<ManifestLayer>>;

// The result of a run.
struct RunResult {
  std::vector<ManifestLayer> layers;  // from the start to the full board
  int value = 0;                      // of the start position
  std::uint64_t read_back = 0;        // values decoded from the table's own files
};

// Progress of a table of which nothing is done.
GenerateProgress no_progress(const StateSpace& states);

class TableRun {
 public:
  // All arguments must outlive the run. `files` has the kept layers open.
  TableRun(const TableSpace& space, const GenerateOptions& options,
           const std::filesystem::path& folder, LayerFiles& files, const KeptLayers& kept);
  TableRun(const TableRun&) = delete;
  TableRun& operator=(const TableRun&) = delete;

  // Makes the layers of the schedule; files of kept layers are not written again. After a failure,
  // finished layers stay.
  RunResult run(const SweepStart& start, Schedule schedule);

 private:
  void write_empty_layers();
  void write(std::span<const SectionKey> keys, const ValuesOf& values);
  void write_layer(int layer, std::span<const SectionKey> keys, const ValuesOf& values);
  void read(const SectionKey& key, std::int8_t* values);
  void expect(const SectionKey& key);
  int start_value();
  void report(int layer);

  const TableSpace& space_;
  const GenerateOptions& options_;
  LayerFiles& files_;
  const KeptLayers& kept_;
  LayerWriter writer_;
  std::mutex mutex_;                                   // guards files_ and the pointers in streams_
  std::vector<std::unique_ptr<LayerStream>> streams_;  // [layer]: while it is being written
  std::vector<std::optional<ManifestLayer>> written_;  // [layer]
  StartPlace start_;
  std::optional<int> start_value_;
  GenerateProgress progress_;
  double began_;  // seconds on the steady clock
};

}  // namespace pipo
