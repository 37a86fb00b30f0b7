// Lists the tables in a folder of tables without opening them.
#pragma once

#include <filesystem>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Throws BadInput if the name contains a NUL, at which the system would end it.
void check_name(const std::filesystem::path& folder);

// Returns the tables that have a manifest, sorted by folder. A folder with a table's name
// ("3x4-swedish") is taken to be that table. In a folder with another name the manifest is read; if
// it is not valid, the folder is listed as a problem. Throws MissingTable if there is no such
// folder of tables, UnreadableTable if it cannot be listed, SystemLimit if too many files are open.
struct TableListing {
  std::vector<FoundTable> tables;
  std::vector<TableProblem> problems;
};
TableListing list_tables(const std::filesystem::path& tables_folder);

// Returns the folders in it that have a manifest or a table's name, sorted by name. Throws what
// list_tables throws.
std::vector<std::filesystem::path> table_candidates(const std::filesystem::path& tables_folder);

}  // namespace pipo
