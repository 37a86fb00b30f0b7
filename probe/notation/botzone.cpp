// `botzone`: row and column on the grid of dots, edges and boxes of a 5x5 board; the game ends when
// a player has 13 boxes.
#include <fmt/core.h>

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

void expect_5x5(const Board& board) {
  expect_board("botzone", board, Board(5, 5));
}

Word read_botzone_edge(Cursor& cursor, const Board& board) {
  const std::size_t offset = cursor.offset();
  const int row = cursor.number("a row", 0, 2 * board.rows());
  if (!cursor.skip_spaces()) cursor.refuse_for("a space and a column");
  const int column = cursor.number("a column", 0, 2 * board.columns());
  return {edge_at(board, GridPlace{row, column}, cursor, offset)};
}

std::string write_botzone_edge(const Board& board, const Word& word) {
  const auto [row, column] = grid_place_of(board, word.edge);
  return fmt::format("{} {}", row, column);
}

constexpr WordList kBotzoneWords{
    .info = {.name = "botzone",
             .description = "row and column on the 11x11 grid, 5x5 only: 5x5 1 0; 0 1",
             .lists = true,
             .order = true,
             .turn = true,
             .score = true},
    .read = read_botzone_edge,
    .write = write_botzone_edge,
    .spaces = true,
    .enough_boxes = 13,
    .check = expect_5x5};

}  // namespace

const NotationEntry kBotzone = list_entry<kBotzoneWords>();

}  // namespace pipo
