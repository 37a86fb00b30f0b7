// `mathpuzzle`: the lower (_ or -) or the left (|) edge of a square, rows from the bottom. The
// squares reach one row and one column beyond the board, for its upper and right edges.
#include <fmt/core.h>

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

Word read_mathpuzzle_edge(Cursor& cursor, const Board& board) {
  const std::size_t offset = cursor.offset();
  const int column = cursor.letter("a column", 'A', static_cast<char>('A' + board.columns()));
  const int above = cursor.number("a row", 1, board.rows() + 1);
  const bool lower = cursor.take('_') || cursor.take('-');
  if (!lower) cursor.expect("|", "an edge (_ or |)");
  if (lower && column == board.columns()) {
    cursor.refuse_at(offset, "this square is right of the board and has no lower edge");
  }
  if (!lower && above > board.rows()) {
    cursor.refuse_at(offset, "this square is above the board and has no left edge");
  }
  return {lower ? board.horizontal(board.rows() + 1 - above, column)
                : board.vertical(board.rows() - above, column)};
}

std::string write_mathpuzzle_edge(const Board& board, const Word& word) {
  const auto [lower, row, column] = place_of(board, word.edge);
  return fmt::format("{}{}{}", static_cast<char>('A' + column),
                     board.rows() + (lower ? 1 : 0) - row, lower ? '_' : '|');
}

constexpr WordList kMathpuzzleWords{
    .info = {.name = "mathpuzzle",
             .description =
                 "lower (_) or left (|) edge of a square, rows from the bottom: 3x3 A3_; A1|",
             .lists = true},
    .read = read_mathpuzzle_edge,
    .write = write_mathpuzzle_edge};

}  // namespace

const NotationEntry kMathpuzzle = list_entry<kMathpuzzleWords>();

}  // namespace pipo
