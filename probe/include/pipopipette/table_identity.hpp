// Which table: a board and a start, and what the two are called.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pipopipette/export.h"
#include "pipopipette/position.hpp"

namespace pipo {

// A board is always written with rows <= columns, "3x4" and never "4x3".
struct TableIdentity {
  Board board{1, 1};
  EdgeSet start = 0;  // edges of `board` that every position of the table contains

  friend bool operator==(const TableIdentity&, const TableIdentity&) = default;
};

// The table that answers positions of this board with these edges drawn: the board with rows <=
// columns, and one start for all its mirror images (a named one if one of them has a name, else the
// least as a number).
PIPOPIPETTE_API TableIdentity table_identity(const Board& board, EdgeSet start = 0);

// "american" (no edge), "swedish", "icelandic", or the edge set as 0x and lower-case hexadecimal
// digits.
PIPOPIPETTE_API std::string start_name(const TableIdentity& table);

// "3x4", "3x4-swedish", "3x4-icelandic", "3x4-0x1f".
PIPOPIPETTE_API std::string folder_name(const TableIdentity& table);

// The table with exactly this folder_name; nothing if there is none.
PIPOPIPETTE_API std::optional<TableIdentity> table_of_folder(std::string_view name);

}  // namespace pipo
