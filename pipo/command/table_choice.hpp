// Which table a command is about: a board and a start.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "pipopipette/tables.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

struct TableChoice {
  std::string board;  // as the user wrote it
  std::string start = "american";
};

// Declares BOARD and --start.
void add_table_options(CLI::App& command, TableChoice& choice, bool required);

// The identity of the table that is meant. Throws BadInput.
TableIdentity chosen_identity(const TableChoice& choice);

// The folder of the table, the first where several tables folders hold it. Opens no other table,
// unless this one stands under an unusual name. Throws MissingTable, saying where was looked and
// what is there.
std::filesystem::path folder_of(const TableIdentity& table,
                                const std::vector<std::filesystem::path>& folders);

}  // namespace pipo
