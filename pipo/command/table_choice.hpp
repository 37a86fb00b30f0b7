// The table that a command is about: a board, a start, a game and the cost of the last move; and
// the layers that --keep chooses.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "pipo/command/command.hpp"
#include "pipopipette/tables.hpp"
#include "solve/largest_start.hpp"

namespace pipo {

// The arguments as the user wrote them.
struct TableChoice {
  // "4x3", or the name of a table: "3x4-swedish", "3x4-0x1f", "3x4-nimstring", "3x4-last2"
  std::string board;
  std::string start = "american";
  bool start_given = false;
  std::string game = "dots-and-boxes";
  bool any_game = false;  // does the command take tables of Nimstring?
  std::uint64_t last_move_cost = 0;
};

// Declare --start, --last-move and BOARD, which is required or optional.
void add_required_table(Command& command, TableChoice& choice);
void add_table(Command& command, TableChoice& choice);

// Declare --game, for commands that also take tables of Nimstring.
void add_game(Command& command, TableChoice& choice);
void add_game(Command& command, std::string& game);

// Returns the game that --game names.
TableGame game_named(const std::string& name);

// Returns the game of the table, that of its name or of --game. Throws BadInput if the command
// takes no table of Nimstring.
TableGame chosen_game(const TableChoice& choice);

// Returns the cost of the last move, that of the table's name or of --last-move. Throws BadInput if
// they contradict each other, or the cost is too large for the board.
LastMoveCost chosen_cost(const TableChoice& choice);

// Returns the board, oriented as it was written, with the start on it. Throws BadInput, including
// when the name of a table and --start contradict each other.
Position chosen_table(const TableChoice& choice);

// Returns the identity of the chosen table. Throws BadInput.
TableIdentity chosen_identity(const TableChoice& choice);

// Returns the folder of the table, the first if several tables folders have it; that of the atlas
// if none has. Opens other tables only if this one is in a folder with an unusual name. Throws
// MissingTable, which says where it searched, what is there, and how to make the table or, if this
// machine cannot, a smaller one.
std::filesystem::path folder_of(const TableIdentity& table, const CommandContext& context);

// Returns the folder of that name, whatever is in it, the first if several tables folders have one.
// Throws MissingTable.
std::filesystem::path named_folder(const TableIdentity& table,
                                   const std::vector<std::filesystem::path>& folders);

// The layers that --keep chooses.
struct KeepChoice {
  KeptLayers layers;
  std::optional<LargestStart> largest;  // of the positions that are left to the solver
};

// Throws BadInput if the text is malformed, or if positions would be left to the solver whose
// sweeps are too large.
inline KeepChoice chosen_layers(const std::string& which, const TableIdentity& table) {
  const KeptLayers layers = KeptLayers::parse(which, table);
  return {layers, require_solvable(layers, table)};
}

}  // namespace pipo
