// The layers of a table that is being made, read back from their files: those that already existed
// and those finished meanwhile.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "generator/writer/layer_writer.hpp"
#include "probe/base/poll.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/section_part.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

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
  void expect(const OpenLayer& layer, const SectionPart& part) const;

 private:
  const TableSpace& space_;
  std::filesystem::path folder_;
  KeepOpen keep_open_;
  std::vector<std::shared_ptr<const OpenLayer>> layers_;  // by number of drawn edges
};

}  // namespace pipo
