// The layers of a table that is being made: what there was of it, and what is finished meanwhile,
// read back from their files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "probe/file/manifest.hpp"
#include "probe/table/section_reader.hpp"

namespace pipo {

class LayerFiles {
 public:
  // `space` must outlive this.
  LayerFiles(const TableSpace& space, std::filesystem::path folder);

  // Opens a finished layer. Throws MissingTable or DamagedTable.
  void open(int layer);

  // Opens a layer that an earlier run may have finished: what the manifest says of it, or nothing
  // if there is no such file, if it is not whole, or not of this table's kind: it is to be made
  // again. Throws NewerTable, UnreadableTable.
  std::optional<ManifestLayer> open_if_there(int layer);

  // Is every block of an opened layer whole, and, where sections hold their own twins, are the
  // values those that the header says?
  // `poll` is called now and then, to let it throw.
  bool intact(int layer, const std::function<void()>& poll) const;

  // Reads a section of an opened layer, dense and row by row; large ones by several threads. Throws
  // DamagedTable.
  void load(const SectionKey& key, std::int8_t* values) const;

 private:
  // A file keeps a pointer to its layout.
  struct OpenLayer {
    LayerLayout layout;
    std::unique_ptr<LayerFile> file;
  };

  const TableSpace& space_;
  std::filesystem::path folder_;
  SectionReader reader_;
  KeepOpen keep_open_;
  std::vector<std::unique_ptr<OpenLayer>> layers_;  // by number of drawn edges
};

}  // namespace pipo
