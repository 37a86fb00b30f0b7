// The layers of a table that is being made: what there was of it, and what is finished meanwhile,
// read back from their files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "generator/writer/layer_stream.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/manifest.hpp"
#include "probe/table/section_reader.hpp"

namespace pipo {

class LayerFiles {
 public:
  // `space` must outlive this.
  LayerFiles(const TableSpace& space, std::filesystem::path folder);

  // Opens a finished layer. Throws MissingTable or DamagedTable.
  void open(int layer);

  // Opens a layer that is being written; closes it when its file is about to get its name.
  void open(const LayerStream& stream);
  void close(int layer) { layers_[layer].reset(); }

  // Opens a layer that an earlier run may have finished: what the manifest says of it, or nothing
  // if there is no such file, if it is not whole, or not of this table's kind: it is to be made
  // again. Throws NewerTable, UnreadableTable.
  std::optional<ManifestLayer> open_if_there(int layer);

  // Is every block of an opened layer whole, and, where sections hold their own twins, are the
  // values those that the header says?
  // `poll` is called now and then, to let it throw.
  bool intact(int layer, const std::function<void()>& poll) const;

  // A file and its layout, to which it keeps a pointer.
  struct OpenLayer {
    LayerLayout layout;
    std::unique_ptr<LayerFile> file = {};
  };
  // Empty where it is not open; stays readable for who holds it.
  std::shared_ptr<const OpenLayer> opened(int layer) const { return layers_[layer]; }

  // Reads a section, dense and row by row; large ones by several threads. Throws DamagedTable.
  void load(const OpenLayer& layer, const SectionKey& key, std::int8_t* values) const;

  // That load() reads of the file.
  std::uint64_t bytes(const OpenLayer& layer, const SectionKey& key) const;

  // Lets the system fetch what load() will read.
  void expect(const OpenLayer& layer, const SectionKey& key) const;

 private:
  const TableSpace& space_;
  std::filesystem::path folder_;
  SectionReader reader_;
  KeepOpen keep_open_;
  std::vector<std::shared_ptr<const OpenLayer>> layers_;  // by number of drawn edges
};

}  // namespace pipo
