// Which table a command is about: a board and a start.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pipo/command/command.hpp"
#include "pipopipette/tables.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

struct TableChoice {
  std::string board;  // as the user wrote it
  std::string start = "american";
};

// Declares BOARD, which must be given or may be left out, and --start.
void add_required_table(Command& command, TableChoice& choice);
void add_table(Command& command, TableChoice& choice);

// The identity of the table that is meant. Throws BadInput.
TableIdentity chosen_identity(const TableChoice& choice);

// The folder of the table, the first where several tables folders hold it. Opens no other table,
// unless this one stands under an unusual name. Throws MissingTable, saying where was looked and
// what is there.
std::filesystem::path folder_of(const TableIdentity& table,
                                const std::vector<std::filesystem::path>& folders);

// The folder of that name, whatever is in it, the first where several tables folders hold one.
// Throws MissingTable.
std::filesystem::path named_folder(const TableIdentity& table,
                                   const std::vector<std::filesystem::path>& folders);

}  // namespace pipo
