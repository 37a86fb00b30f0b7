// A quick look at a table's folder: is the table complete, broken or unfinished?
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pipopipette/table_identity.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

struct TableState {
  std::filesystem::path folder;
  std::optional<TableIdentity> table;  // from the manifest, or else from the folder's name

  // Present for a complete table: the sizes and headers of all layers match the manifest, and their
  // block indices match their checksums. Blocks are not read.
  std::optional<Manifest> manifest;

  // For a broken table: the error.
  std::string problem;
  bool unreadable = false;  // the table may be intact, but this process may not read it

  // For an unfinished table: its finished layers, and the layers of the complete table.
  int finished_layers = 0;
  int layers = 0;

  bool complete() const { return manifest.has_value(); }
  bool broken() const { return !problem.empty(); }
};

TableState table_state(const std::filesystem::path& table_folder);

// Returns the states of all folders that have a manifest or a table's name, sorted by folder.
// Throws MissingTable if there is no such folder of tables, UnreadableTable if it cannot be listed.
std::vector<TableState> table_states(const std::filesystem::path& tables_folder);

}  // namespace pipo
