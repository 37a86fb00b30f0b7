// `ccgc`: game records of the Chinese computer games contest. A move, r(a6,h), is the player, red
// or blue, the left or lower dot of an edge, and its orientation. Either player may begin.
#include <fmt/core.h>

#include "probe/notation/dot.hpp"
#include "probe/notation/list.hpp"

namespace pipo {
namespace {

Word read_ccgc_edge(Cursor& cursor, const Board& board) {
  const bool red = cursor.take('r');
  if (!red) cursor.expect("b", "a player (r or b)");
  cursor.expect("(", "a bracket");
  const std::size_t offset = cursor.offset();
  const Dot dot = read_dot(cursor, board);
  cursor.expect(",", "a comma");
  const bool horizontal = cursor.take('h');
  if (!horizontal) cursor.expect("v", "an h or v");
  cursor.expect(")", "a closing bracket");
  if (horizontal && dot.column == board.columns()) {
    cursor.refuse_at(offset, "no edge goes right from this dot, the last of its row");
  }
  if (!horizontal && dot.row == 0) {
    cursor.refuse_at(offset, "no edge goes up from this dot, the last of its column");
  }
  const EdgePlace place{horizontal, dot.row - (horizontal ? 0 : 1), dot.column};
  return {edge_at(board, place), red ? 0 : 1};
}

std::string write_ccgc_edge(const Board& board, const Word& word) {
  const EdgePlace place = place_of(board, word.edge);
  return fmt::format("{}({},{})", word.player == 0 ? 'r' : 'b', write_dot(board, first_dot(place)),
                     place.horizontal ? 'h' : 'v');
}

constexpr WordList kCcgcWords{
    .info = {.name = "ccgc",
             .description = "records of r and b, left or lower dot, h or v: 5x5 r(a6,h); b(a1,v)",
             .lists = true,
             .order = true,
             .turn = true,
             .score = true},
    .read = read_ccgc_edge,
    .write = write_ccgc_edge,
    .either_begins = true};

}  // namespace

const NotationEntry kCcgc = list_entry<kCcgcWords>();

}  // namespace pipo
