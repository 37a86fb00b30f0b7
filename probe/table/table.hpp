// One table on disk, opened: its manifest, its state space and the files of its layers.
//
// To go through a table as a whole there is TableSections; to ask for single positions use Tables.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "pipopipette/position.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/kept_rows.hpp"
#include "probe/space/state_space.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

class Table {
 public:
  // Opens the table in a folder and checks headers, indices and sizes against the manifest, but
  // reads no block. Throws MissingTable if the folder has no manifest, DamagedTable if a file is
  // not what it should be.
  explicit Table(const std::filesystem::path& folder, KeepOpen keep_open = KeepOpen::yes);

  const std::filesystem::path& folder() const { return folder_; }
  const Manifest& manifest() const { return manifest_; }
  const TableIdentity& identity() const { return manifest_.table; }
  const StateSpace& space() const { return *space_; }
  const KeptRows& kept_rows() const { return kept_; }
  int first_layer() const { return space_->first_layer(); }
  int last_layer() const { return space_->last_layer(); }
  const LayerLayout& layout(int layer) const { return layouts_[index(layer)]; }
  const LayerFile& file(int layer) const { return files_[index(layer)]; }

  Thinning thinning() const { return manifest_.thinning; }

  // A set of edges of the turned board, on identity().board.
  EdgeSet turn_back(EdgeSet turned) const;

 private:
  std::size_t index(int layer) const { return static_cast<std::size_t>(layer - first_layer()); }

  std::filesystem::path folder_;
  Manifest manifest_;
  std::unique_ptr<const StateSpace> space_;
  KeptRows kept_;
  std::vector<LayerLayout> layouts_;
  std::vector<LayerFile> files_;
};

}  // namespace pipo
