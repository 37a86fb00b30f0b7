// `wilson`: letters for row and column of the grid of dots, edges and boxes, as in Wilson's
// play.exe.
#include <fmt/core.h>

#include <algorithm>

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

// Throws BadInput unless the 26 letters suffice for the rows and columns of the grid.
void expect_letters_enough(const Board& board) {
  if (2 * std::max(board.rows(), board.columns()) + 1 > 26) {
    throw BadInput(fmt::format(
        "wilson has letters for 12 rows and columns of boxes only, not for {}", board.name()));
  }
}

Word read_wilson_edge(Cursor& cursor, const Board& board) {
  const std::size_t offset = cursor.offset();
  const int row = cursor.letter("a row", 'a', static_cast<char>('a' + 2 * board.rows()));
  const int column = cursor.letter("a column", 'a', static_cast<char>('a' + 2 * board.columns()));
  return {edge_at(board, GridPlace{row, column}, cursor, offset)};
}

std::string write_wilson_edge(const Board& board, const Word& word) {
  const auto [row, column] = grid_place_of(board, word.edge);
  return {static_cast<char>('a' + row), static_cast<char>('a' + column)};
}

constexpr WordList kWilsonWords{
    .info = {.name = "wilson",
             .description = "row and column letter on the grid of dots and edges: 3x3 de; ab",
             .lists = true},
    .read = read_wilson_edge,
    .write = write_wilson_edge,
    .check = expect_letters_enough};

}  // namespace

const NotationEntry kWilson = list_entry<kWilsonWords>();

}  // namespace pipo
