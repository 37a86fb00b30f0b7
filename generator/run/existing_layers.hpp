// The files of a table that exist before it is made or finished meanwhile: layers that are read
// back, headers of layers that the finished table omits.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "generator/run/generate.hpp"
#include "generator/writer/layer_writer.hpp"
#include "probe/base/poll.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/section_part.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// The layers of a table that is being made, read back from their files: those that already existed
// and those finished meanwhile.
class LayerFiles {
 public:
  // `space` must outlive this.
  LayerFiles(const TableSpace& space, std::filesystem::path folder);

  // Opens a finished layer. Throws MissingTable or DamagedTable.
  void open(int layer);

  // Opens a layer that is being written; call close() when its file gets its name.
  void open(const GrowingLayer& growing);
  void close(int layer) { layers_[layer].reset(); }

  // Opens a layer that an earlier run may have finished and returns its manifest entry. Returns
  // nothing if the file is missing, damaged, or of another kind than this table, so that the layer
  // must be made again. Throws NewerTable, UnreadableTable.
  std::optional<ManifestLayer> open_if_there(int layer);

  // Returns whether every block of an opened layer is whole and its values are those of the header.
  // `poll` is called from time to time and may throw.
  bool intact(int layer, const Poll& poll) const;

  // A file and its layout, to which the file keeps a pointer.
  struct OpenLayer {
    std::shared_ptr<const LayerLayout> layout;
    std::unique_ptr<LayerFile> file = {};
  };
  // Null if the layer is not open; stays readable as long as it is shared.
  std::shared_ptr<const OpenLayer> opened(int layer) const { return layers_[layer]; }

  // Reads a part of a section, dense and row by row, with several threads. Throws DamagedTable.
  void load(const OpenLayer& layer, const SectionPart& part, std::int8_t* values) const;

  // Returns the numbers of the blocks that load() reads.
  std::vector<std::uint64_t> blocks(const LayerLayout& layout, const SectionPart& part) const;

  // Returns how many bytes load() reads from the file.
  std::uint64_t bytes(const OpenLayer& layer, const SectionPart& part) const;

  // Announces to the system what load() will read.
  void prefetch(const OpenLayer& layer, const SectionPart& part) const;

 private:
  const TableSpace& space_;
  std::filesystem::path folder_;
  KeepOpen keep_open_;
  std::vector<std::shared_ptr<const OpenLayer>> layers_;  // by number of drawn edges
};

// The files of layers that a table omits, while the table is made. Each is removed as soon as no
// unfinished layer is made from it. Its header stays as a separate file until the manifest is
// written, so that an interrupted run continues.

// Replaces the finished file of a layer by its header. Throws OutOfResources, CannotWrite.
void keep_header_only(const std::filesystem::path& folder, int layer);

// Returns the entry of a layer whose header was kept; nothing if it was not, or is damaged. Throws
// UnreadableTable.
std::optional<ManifestLayer> kept_header(const std::filesystem::path& folder,
                                         const TableIdentity& table, int layer);

// Returns whether a folder has headers, or files of layers that the manifest omits.
bool has_omitted_files(const std::filesystem::path& folder, const Manifest& manifest);

// Removes them, as far as that is possible; they do no harm.
void remove_omitted_files(const std::filesystem::path& folder, const Manifest& manifest);

// The files of a table that exist before it is made.
class ExistingLayers {
 public:
  // Examines the layers in the folder: sizes, headers, indices. Throws NewerTable, UnreadableTable,
  // and DamagedTable if the folder holds another table.
  ExistingLayers(const TableIdentity& table, const GenerateOptions& options,
                 const std::filesystem::path& folder);
  ExistingLayers(const ExistingLayers&) = delete;
  ExistingLayers& operator=(const ExistingLayers&) = delete;

  // Reads every block; damaged layers are no longer kept. Throws Stopped.
  void check_blocks(const GenerateOptions& options);

  // The entry of a layer that need not be made; nothing if it must be. An omitted layer has an
  // entry without having a file if nothing that must be made is made from it.
  const std::optional<ManifestLayer>& kept(int layer) const {
    return kept_[static_cast<std::size_t>(layer)];
  }
  int kept_layers() const;
  bool omits(int layer) const { return !keep.keeps(layer); }
  bool complete() const { return manifest && kept_layers() == layers(); }

  // The remaining work: by number of drawn edges, whether the layer is not kept; and the least
  // size in bytes of each file.
  std::vector<bool> missing() const;
  std::vector<std::uint64_t> least_bytes_to_make() const;

  std::optional<Manifest> manifest;  // if there is one that can be trusted
  TableSpace space;
  KeptLayers keep;   // the layers of the finished table
  LayerFiles files;  // the layers that were found are open

 private:
  int layers() const { return space.states().last_layer() - space.states().first_layer() + 1; }
  std::optional<ManifestLayer> intact_layer(int layer);
  std::optional<ManifestLayer> omitted_layer(int layer) const;
  void require_sources();

  std::filesystem::path folder_;

  std::vector<std::optional<ManifestLayer>> kept_;
};

}  // namespace pipo
