// Making one table: what a run in memory and a run within a budget have in common.
#pragma once

#include <filesystem>
#include <mutex>
#include <optional>
#include <vector>

#include "generator/run/generate.hpp"
#include "generator/run/layer_files.hpp"
#include "generator/sweep/sweep_start.hpp"
#include "generator/writer/layer_writer.hpp"
#include "probe/board/settle.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// What there is of a table before it is made: the layers to be kept, by number of drawn edges.
using KeptLayers = std::vector<std::optional<ManifestLayer>>;

// What a run produced.
struct RunResult {
  std::vector<ManifestLayer> layers;  // from the full board back
  int value = 0;                      // of the start position
  std::uint64_t read_back = 0;        // values decoded from the table's own files
};

class TableRun {
 public:
  // All must outlive the run.
  TableRun(const TableSpace& space, const GenerateOptions& options,
           const std::filesystem::path& folder);
  TableRun(const TableRun&) = delete;
  TableRun& operator=(const TableRun&) = delete;

  const TableSpace& space() const { return space_; }
  const std::filesystem::path& folder() const { return folder_; }
  LayerWriter& writer() { return writer_; }

  // Where the value of the start stands, and the start's value given that one: a start need not be
  // quiet.
  const Location& start_location() const { return start_location_; }
  int start_layer() const;
  int start_value(int quiet_value) const;

  // Tells the caller how far the run has come. Any thread.
  void begin_layer(int layer);
  void add_done(std::uint64_t values);
  void add_done_before(std::uint64_t values);

  // Throws Stopped if the caller wants no more. Any thread.
  void poll() const;

  // Waits for files on their way to their names, whatever becomes of them.
  void finish_quietly();

 private:
  void report();

  const TableSpace& space_;
  const GenerateOptions& options_;
  std::filesystem::path folder_;
  LayerWriter writer_;
  Settlement settled_start_;
  Location start_location_;
  std::mutex mutex_;
  GenerateProgress progress_;
  double began_;  // seconds on the steady clock
};

// Of both, finished layers stay if something goes wrong.

// With all sections in memory, those of kept layers, too: only their files are not written again.
RunResult run_in_memory(TableRun& run, const SweepStart& start, const KeptLayers& kept);

// With `section_budget` bytes for sections, the others read back from `files`, which has the kept
// layers open. Makes only what is not kept.
RunResult run_bounded(TableRun& run, const SweepStart& start, std::uint64_t section_budget,
                      LayerFiles& files, const KeptLayers& kept);

}  // namespace pipo
