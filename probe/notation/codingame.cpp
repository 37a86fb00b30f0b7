// `codingame`: a box, with a letter for the column and a number for the row from the bottom, and
// one of its sides.
#include <fmt/core.h>

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

constexpr char kCodingameSides[] = "TBLR";

Word read_codingame_edge(Cursor& cursor, const Board& board) {
  const int column = cursor.letter("a column", 'A', static_cast<char>('A' + board.columns() - 1));
  const int row = board.rows() - cursor.number("a row", 1, board.rows());
  if (!cursor.skip_spaces()) cursor.refuse_for("a space and a side");
  for (const SideOfBox side :
       {SideOfBox::top, SideOfBox::bottom, SideOfBox::left, SideOfBox::right}) {
    if (cursor.take(kCodingameSides[static_cast<int>(side)])) {
      return {edge_at(board, BoxSide{row, column, side})};
    }
  }
  cursor.refuse_for("a side (L, T, R or B)");
}

std::string write_codingame_edge(const Board& board, const Word& word) {
  const BoxSide side = side_of(board, word.edge);
  return fmt::format("{}{} {}", static_cast<char>('A' + side.column), board.rows() - side.row,
                     kCodingameSides[static_cast<int>(side.side)]);
}

constexpr WordList kCodingameWords{
    .info = {.name = "codingame",
             .description = "a box, rows from the bottom, and its side, L T R B: 2x2 A1 R; B2 T",
             .lists = true},
    .read = read_codingame_edge,
    .write = write_codingame_edge,
    .spaces = true};

}  // namespace

const NotationEntry kCodingame = list_entry<kCodingameWords>();

}  // namespace pipo
