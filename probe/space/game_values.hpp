// The values of the games that tables have, as one number each: margins of Dots-and-Boxes, or
// nim-values of Nimstring and kLoony.
//
// Tables of both games store the values of the same quiet positions. They differ in two things: how
// a file stores a value, and how the value of a position follows from that of the quiet position to
// which it settles.
#pragma once

#include "pipopipette/table_identity.hpp"
#include "probe/board/nim_value.hpp"
#include "probe/board/settle.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

// Stands for a loony position of Nimstring, which has no nim-value.
constexpr int kLoony = -1;

constexpr NimValue nim_value_of(int value) {
  return value == kLoony ? NimValue{.loony = true} : NimValue{.number = value};
}

// Returns the value of a quiet position from the number that a file of this table stores: half of a
// margin, rounded down, or a nim-value. `board` may be the transpose of the table's.
inline int value_from_file(const TableIdentity& table, int number, const Board& board,
                           EdgeSet quiet) {
  if (table.game == TableGame::nimstring) return number;
  return 2 * number + margin_parity(board, quiet, table.last_move_cost);
}

// Returns the value of a position that settles in this way. With a handout, a position of Nimstring
// is loony; otherwise its captures are forced and do not change the nim-value (Sierra, propositions
// 20 and 36).
inline int settled_value(TableGame game, const Settlement& settlement, int quiet_value) {
  if (game == TableGame::dots_and_boxes) return settled_value(settlement, quiet_value);
  return settlement.handout == Handout::none ? quiet_value : kLoony;
}

}  // namespace pipo
