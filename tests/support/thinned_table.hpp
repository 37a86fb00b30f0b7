// Tables that omit layers, for tests.
#pragma once

#include <filesystem>

#include "generator/writer/layer_writer.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

// Puts a copy of the table in `source` into `tables`, with the files of these layers only.
inline std::filesystem::path write_thinned(const std::filesystem::path& source,
                                           const std::filesystem::path& tables,
                                           const KeptLayers& keep) {
  Manifest manifest = read_manifest(source);
  const std::filesystem::path folder = tables / source.filename();
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  for (ManifestLayer& layer : manifest.layers) {
    if (keep.keeps(layer.layer)) {
      std::filesystem::create_hard_link(source / layer.file, folder / layer.file);
    } else {
      layer = without_file(layer);
    }
  }
  write_manifest(folder, manifest);
  return folder;
}

}  // namespace pipo
