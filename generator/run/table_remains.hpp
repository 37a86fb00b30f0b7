// The files of a table that exist before it is made.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "generator/run/generate.hpp"
#include "generator/run/layer_files.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

class TableRemains {
 public:
  // Examines the layers in the folder: sizes, headers, indices. Throws NewerTable, UnreadableTable,
  // and DamagedTable if the folder holds another table.
  TableRemains(const TableIdentity& table, const GenerateOptions& options,
               const std::filesystem::path& folder);
  TableRemains(const TableRemains&) = delete;
  TableRemains& operator=(const TableRemains&) = delete;

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
