// Which tables there are in a folder of tables, without opening any.
#pragma once

#include <filesystem>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Throws BadInput where a name holds a NUL, at which the system would take it to end.
void check_name(const std::filesystem::path& folder);

// Those with a manifest, by folder. A folder named as one of ours ("3x4-swedish") is taken at its
// word; of another name, the manifest is read, and one that is none of ours is noted as a problem.
// Throws MissingTable if there is no such folder, UnreadableTable if it cannot be listed.
struct TableListing {
  std::vector<FoundTable> tables;
  std::vector<TableProblem> problems;
};
TableListing list_tables(const std::filesystem::path& tables_folder);

// The folders in it that have a manifest or are named as a table, by name. Throws the same.
std::vector<std::filesystem::path> table_candidates(const std::filesystem::path& tables_folder);

}  // namespace pipo
