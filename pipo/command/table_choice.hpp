// Which table a command is about: a board and a start.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "pipo/command/command.hpp"
#include "pipopipette/tables.hpp"
#include "probe/file/manifest.hpp"

namespace pipo {

// As the user wrote it.
struct TableChoice {
  std::string board;  // "4x3", or the name of a table: "3x4-swedish", "3x4-0x1f"
  std::string start = "american";
  bool start_given = false;
};

// Declares BOARD, which must be given or may be left out, and --start.
void add_required_table(Command& command, TableChoice& choice);
void add_table(Command& command, TableChoice& choice);

// The board, as it was written, and the start on it. Throws BadInput, also where the name of a
// table and --start say different things.
Position chosen_table(const TableChoice& choice);

// The identity of the table that is meant. Throws BadInput.
TableIdentity chosen_identity(const TableChoice& choice);

// The folder of the table, the first where several tables folders hold it. Opens no other table,
// unless this one stands under an unusual name. Throws MissingTable, saying where was looked, what
// is there, and how to make the table or, where this machine cannot, a smaller one.
std::filesystem::path folder_of(const TableIdentity& table,
                                const std::vector<std::filesystem::path>& folders);

// The folder of that name, whatever is in it, the first where several tables folders hold one.
// Throws MissingTable.
std::filesystem::path named_folder(const TableIdentity& table,
                                   const std::vector<std::filesystem::path>& folders);

}  // namespace pipo
