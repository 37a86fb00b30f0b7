// The files of a table that exist before it is made.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "generator/run/generate.hpp"
#include "generator/run/layer_files.hpp"
#include "generator/run/table_run.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

struct TableRemains {
  // Examines the layers in the folder: sizes, headers, indices. Throws NewerTable, UnreadableTable,
  // and DamagedTable if the folder holds another table.
  TableRemains(const TableIdentity& table, const GenerateOptions& options,
               const std::filesystem::path& folder);
  TableRemains(const TableRemains&) = delete;
  TableRemains& operator=(const TableRemains&) = delete;

  // Reads every block; damaged layers are no longer kept. Throws Stopped.
  void check_blocks(const GenerateOptions& options);

  int layers() const { return space.states().last_layer() - space.states().first_layer() + 1; }
  int kept_layers() const;
  bool complete() const { return manifest && kept_layers() == layers(); }

  std::optional<Manifest> manifest;  // if there is one that can be trusted
  TableSpace space;                  // thinned as the manifest or, without one, the options say
  LayerFiles files;                  // the kept layers are open
  KeptLayers kept;

 private:
  std::optional<ManifestLayer> kept_layer(int layer);
};

}  // namespace pipo
