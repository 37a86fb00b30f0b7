// `ksquares-line`: the line numbers of KSquares. Rows of horizontals and rows of verticals
// alternate from the top.

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

Word read_ksquares_line_edge(Cursor& cursor, const Board& board) {
  const int number = cursor.number("a line", 0, board.edges() - 1);
  const int both = 2 * board.columns() + 1;  // a row of horizontals and one of verticals
  const int row = number / both, rest = number % both;
  return {rest < board.columns() ? board.horizontal(row, rest)
                                 : board.vertical(row, rest - board.columns())};
}

std::string write_ksquares_line_edge(const Board& board, const Word& word) {
  const auto [horizontal, row, column] = place_of(board, word.edge);
  const int both = 2 * board.columns() + 1;
  return std::to_string(row * both + (horizontal ? 0 : board.columns()) + column);
}

constexpr WordList kKsquaresLineWords{
    .info = {.name = "ksquares-line",
             .description = "line numbers of KSquares, rows of h and v in turn: 3x3 7; 0",
             .lists = true},
    .read = read_ksquares_line_edge,
    .write = write_ksquares_line_edge};

}  // namespace

const NotationEntry kKsquaresLine = list_entry<kKsquaresLineWords>();

}  // namespace pipo
