// A table that is being made, by one process or by several: which layers are kept, which are being
// written and which are finished, and the manifest that follows from them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "generator/run/existing_layers.hpp"
#include "generator/run/generate.hpp"
#include "generator/writer/layer_writer.hpp"
#include "pipopipette/error.hpp"
#include "probe/board/settle.hpp"

namespace pipo {

class TableInProgress {
 public:
  // All must outlive this. `folder` is the table's, and locked. Removes the .part files of a
  // process that was killed. Throws CannotWrite if a folder is in the place of a file that will be
  // made.
  TableInProgress(ExistingLayers& found, const GenerateOptions& options,
                  const std::filesystem::path& folder);
  TableInProgress(const TableInProgress&) = delete;
  TableInProgress& operator=(const TableInProgress&) = delete;

  const ExistingLayers& found() const { return found_; }
  const TableSpace& space() const { return found_.space; }
  const GenerateOptions& options() const { return options_; }
  const std::filesystem::path& folder() const { return folder_; }

  // Waits until all layers are on disk, and finds the start's value. Call it when they are written;
  // without it, the destructor waits for the finished layers, which stay, and removes the others.
  void finish();

  // Writes the layers in which every position has a box to be taken; they have no sections.
  void write_empty_layers();

  // Writes finished rows of sections to the files of the layers that are not kept. One thread at a
  // time.
  void write(std::span<const SectionRows> rows);

  // For sections that other processes encode: see LayerWriter. One thread at a time.
  LayerWriter& writer() { return writer_; }
  void end(int layer);

  // Reads a part of a section that has been written, or announces to the system that it will be
  // read. Any thread.
  void read(const SectionPart& part, std::int8_t* values);
  void prefetch(const SectionPart& part);

  // Report progress. begin() says how many values will be computed, report() how many more have
  // been. `layer` is the one being worked on; the lowest so far is reported.
  void begin(int layer, std::uint64_t values);
  void report(int layer, std::uint64_t values, double waiting = 0);

  // Writes the manifest unless the existing one is valid, once all layers are finished. Throws
  // DamagedTable if a layer or the start's value contradicts that of an earlier run.
  Manifest end(double seconds);

 private:
  bool is_finished(int layer) const;
  ManifestLayer finished(int layer) const;
  bool is_needed(int layer) const;
  void remove_unneeded();
  void note_start_value(std::int8_t value);
  int start_value();
  void require_same(const Manifest& made, const Manifest& before) const;

  ExistingLayers& found_;
  const GenerateOptions& options_;
  const std::filesystem::path& folder_;
  LayerWriter writer_;
  std::mutex mutex_;                                   // guards found_.files
  std::vector<std::optional<ManifestLayer>> written_;  // [layer]
  std::vector<bool> removed_;                          // [layer], of omitted ones
  Settlement start_;                                   // of the start, which need not be quiet
  MatrixCell quiet_;                                   // of the position that it settles to
  std::optional<int> start_value_;
  GenerateProgress progress_;
  double began_;  // seconds on the steady clock
};

// The text for std::bad_alloc.
constexpr const char* kOutOfMemory =
    "out of memory: stop other programs, or allow less with --memory";

// Thrown before anything was begun, so the message mentions no finished layers.
class NotBegun : public Error {
 public:
  using Error::Error;
};

}  // namespace pipo
