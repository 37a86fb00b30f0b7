// The identity of a table, which is a board, a start, a game and the cost of its last move, and its
// names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipopipette/export.h"
#include "pipopipette/position.hpp"

namespace pipo {

// The game whose values a table has: margins of Dots-and-Boxes, or nim-values of Nimstring.
enum class TableGame : std::uint8_t { dots_and_boxes, nimstring };

// Returns "dots-and-boxes" or "nimstring".
constexpr std::string_view game_name(TableGame game) {
  return game == TableGame::nimstring ? "nimstring" : "dots-and-boxes";
}

// The player who draws the last edge of all loses this many points; 0 in ordinary Dots-and-Boxes.
// Thus a part of a larger game can be analysed alone: its last player must move elsewhere.
using LastMoveCost = std::uint8_t;

// A margin with the cost is at most this far from 0, so the board's boxes and the cost are at most
// this many together.
constexpr int kMostBoxesAndCost = 32;

// The largest cost, on 1x1.
constexpr int kMostLastMoveCost = kMostBoxesAndCost - 1;

// A board with rows <= columns ("3x4", never "4x3"), a start, a game and the cost of the last move.
struct TableIdentity {
  Board board{1, 1};
  EdgeSet start = 0;  // edges of `board` that every position of the table contains
  TableGame game = TableGame::dots_and_boxes;
  LastMoveCost last_move_cost = 0;  // 0 in Nimstring

  friend bool operator==(const TableIdentity&, const TableIdentity&) = default;
};

// Returns the table that covers positions of this board with these edges drawn. Its board has rows
// <= columns. All mirror images of a start share one start: the one with a name, or else the
// smallest as a number.
PIPOPIPETTE_API TableIdentity table_identity(const Board& board, EdgeSet start = 0,
                                             TableGame game = TableGame::dots_and_boxes);

// The same where the last move has this cost. Also throws BadInput for a cost that the board or the
// game cannot have.
PIPOPIPETTE_API TableIdentity table_identity(const Board& board, EdgeSet start, TableGame game,
                                             LastMoveCost last_move_cost);

// Returns the cost. Throws BadInput unless it is from 0 to kMostBoxesAndCost - board.boxes(), and 0
// on a board with more than 64 edges.
PIPOPIPETTE_API LastMoveCost checked_last_move_cost(const Board& board, std::uint64_t cost);

// Returns "american" (no edge drawn), "swedish", "icelandic", or the start's edge set as 0x and
// lower-case hexadecimal digits.
PIPOPIPETTE_API std::string start_name(const TableIdentity& table);

// Returns the name of a table's folder: "3x4", "3x4-swedish", "3x4-icelandic", "3x4-0x1f". A
// table of Nimstring has one more part, "3x4-swedish-nimstring", and so has one in which the last
// move has a cost, "3x4-swedish-last2".
PIPOPIPETTE_API std::string folder_name(const TableIdentity& table);

// Returns the table whose folder_name is exactly this, or nothing if there is none.
PIPOPIPETTE_API std::optional<TableIdentity> table_of_folder(std::string_view name);

}  // namespace pipo
