// What can be told of a table's folder in a moment: is it complete, broken, or not finished yet?
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
  std::optional<TableIdentity> table;  // by the manifest, else by the folder's name

  // Of a complete table: sizes and headers of all layers are those of the manifest. Neither indices
  // nor blocks are read.
  std::optional<Manifest> manifest;

  // Of a broken one, what is wrong.
  std::string problem;
  bool unreadable = false;  // it may be whole, but this process may not read it

  // Of an unfinished one: its layers that are finished, and how many there will be.
  int finished_layers = 0;
  int layers = 0;

  bool complete() const { return manifest.has_value(); }
  bool broken() const { return !problem.empty(); }
};

TableState table_state(const std::filesystem::path& table_folder);

// Of all that have a manifest or are named as a table, by folder. Throws MissingTable if there is
// no such folder of tables, UnreadableTable if it cannot be listed.
std::vector<TableState> table_states(const std::filesystem::path& tables_folder);

}  // namespace pipo
