// An opened table: its manifest, its state space and the files of the layers that it keeps.
//
// Use TableSections to read a whole table, and Tables to look up single positions.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "probe/file/layer_file.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/file/manifest.hpp"
#include "probe/space/game_values.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

class Table {
 public:
  // Opens the table in a folder. Checks headers, indices and sizes against the manifest, but reads
  // no block. Throws MissingTable if the folder has no manifest, DamagedTable if a file is missing
  // or fails a check.
  explicit Table(const std::filesystem::path& folder, KeepOpen keep_open = KeepOpen::yes);

  const std::filesystem::path& folder() const { return folder_; }
  const Manifest& manifest() const { return manifest_; }
  const TableIdentity& identity() const { return space_->identity(); }
  const TableSpace& space() const { return *space_; }
  int first_layer() const { return space_->states().first_layer(); }
  int last_layer() const { return space_->states().last_layer(); }
  const LayerLayout& layout(int layer) const { return layouts_[index(layer)]; }
  const KeptLayers& kept() const { return kept_; }
  bool keeps(int layer) const { return kept_.keeps(layer); }
  // Returns the value of a stored position from the number in its file.
  int value(int number, const Position& quiet) const {
    return value_from_file(identity().game, number, quiet.board, quiet.drawn);
  }
  // Only for a layer that the table keeps.
  const LayerFile& file(int layer) const { return files_[index(layer)].value(); }

 private:
  std::size_t index(int layer) const { return static_cast<std::size_t>(layer - first_layer()); }

  std::filesystem::path folder_;
  Manifest manifest_;
  KeptLayers kept_;
  std::unique_ptr<const TableSpace> space_;
  std::vector<LayerLayout> layouts_;
  std::vector<std::optional<LayerFile>> files_;  // none if the layer is omitted
};

}  // namespace pipo
