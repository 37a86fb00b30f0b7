// `amdw`: a box, by column and row from the top left, and one of its sides: t, b, l, r.
#include <fmt/core.h>

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

constexpr char kAmdwSides[] = "tblr";

Word read_amdw_edge(Cursor& cursor, const Board& board) {
  const int column = cursor.number("a column", 0, board.columns() - 1);
  if (!cursor.skip_spaces()) cursor.refuse_for("a space and a row");
  const int row = cursor.number("a row", 0, board.rows() - 1);
  if (!cursor.skip_spaces()) cursor.refuse_for("a space and a side");
  for (const SideOfBox side :
       {SideOfBox::top, SideOfBox::bottom, SideOfBox::left, SideOfBox::right}) {
    if (cursor.take(kAmdwSides[static_cast<int>(side)])) {
      return {edge_at(board, BoxSide{row, column, side})};
    }
  }
  cursor.refuse_for("a side (t, b, l or r)");
}

std::string write_amdw_edge(const Board& board, const Word& word) {
  const BoxSide side = side_of(board, word.edge);
  return fmt::format("{} {} {}", side.column, side.row, kAmdwSides[static_cast<int>(side.side)]);
}

constexpr WordList kAmdwWords{
    .info = {.name = "amdw",
             .description = "column and row of a box and its side, t b l r: 3x3 2 1 b; 0 2 l",
             .lists = true},
    .read = read_amdw_edge,
    .write = write_amdw_edge,
    .spaces = true};

}  // namespace

const NotationEntry kAmdw = list_entry<kAmdwWords>();

}  // namespace pipo
