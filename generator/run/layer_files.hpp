// The layers of a table that is being made, read back from their files.
#pragma once

#include <cstdint>
#include <filesystem>
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

  // Opens a layer that an earlier run may have finished: its report, or nothing if there is no such
  // file or it is not whole.
  std::optional<ManifestLayer> open_if_there(int layer);

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
  std::vector<std::unique_ptr<OpenLayer>> layers_;  // by number of drawn edges
};

}  // namespace pipo
