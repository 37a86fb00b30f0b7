// Folders of tables: lists the tables in them without opening any, and takes a quick look at one:
// is it complete, broken or unfinished?
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pipopipette/table_identity.hpp"
#include "pipopipette/tables.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

// Throws BadInput if the name contains a NUL, at which the system would end it.
void check_name(const std::filesystem::path& folder);

// Returns the table whose name this folder has, however the path is written: "t/3x3/", or "." in
// it.
std::optional<TableIdentity> named_table(const std::filesystem::path& folder);

// Returns whether this is the folder of one table, finished or not: it has a manifest that can be
// read, or it has a table's name and a manifest or a layer.
bool is_table(const std::filesystem::path& folder);

// Throws BadInput, which names the folder around it, if tables are to be made in a folder that is
// itself that of a table.
void refuse_table(const std::filesystem::path& folder);

// Returns the folder of this table in one of the folders of tables, if it is unfinished.
std::optional<std::filesystem::path> unfinished_table(
    const std::vector<std::filesystem::path>& tables_folders, const TableIdentity& table);

// Returns the folder that contains a table's folder.
std::filesystem::path containing_folder(const std::filesystem::path& table_folder);

// Returns the tables that have a manifest, sorted by folder. The folder of a table counts as one
// with this table in it. A folder with a table's name
// ("3x4-swedish") is taken to be that table. In a folder with another name the manifest is read; if
// it is not valid, the folder is listed as a problem. Throws MissingTable if there is no such
// folder of tables, UnreadableTable if it cannot be listed, SystemLimit if too many files are open.
struct TableListing {
  std::vector<FoundTable> tables;
  std::vector<FoundTable> unfinished;  // folders with a table's name, and no manifest
  std::vector<TableProblem> problems;
};
TableListing list_tables(const std::filesystem::path& tables_folder);

// Returns the folders in it that have a manifest or a table's name, sorted by name, after the
// folder itself if it is that of a table. Throws what list_tables throws.
std::vector<std::filesystem::path> table_candidates(const std::filesystem::path& tables_folder);

// The result of a quick look at a table's folder.
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
