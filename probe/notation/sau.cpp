// `sau`: three letters: A, row, column for a horizontal edge; B, column, row for a vertical one.

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

Word read_sau_edge(Cursor& cursor, const Board& board) {
  const bool horizontal = cursor.take('A');
  if (!horizontal) cursor.expect("B", "an A (horizontal) or B (vertical)");
  const auto letter = [&](std::string_view what, int count) {
    return cursor.letter(what, 'A', static_cast<char>('A' + count - 1));
  };
  if (horizontal) {
    const int row = letter("a row", board.rows() + 1);
    return {board.horizontal(row, letter("a column", board.columns()))};
  }
  const int column = letter("a column", board.columns() + 1);
  return {board.vertical(letter("a row", board.rows()), column)};
}

std::string write_sau_edge(const Board& board, const Word& word) {
  const auto letter = [](int number) { return static_cast<char>('A' + number); };
  const auto [horizontal, row, column] = place_of(board, word.edge);
  if (horizontal) return {'A', letter(row), letter(column)};
  return {'B', letter(column), letter(row)};
}

constexpr WordList kSauWords{
    .info = {.name = "sau",
             .description = "A, row, column for h; B, column, row for v; letters: 3x3 BCB; AAA",
             .lists = true},
    .read = read_sau_edge,
    .write = write_sau_edge};

}  // namespace

const NotationEntry kSau = list_entry<kSauWords>();

}  // namespace pipo
