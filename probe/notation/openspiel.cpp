// `openspiel`: the history of a game as action ids of OpenSpiel, which are DBN indices, or as its
// action names, P1(v,1,1). The list may be in brackets, as OpenSpiel's history() prints it.

#include "probe/notation/list.hpp"

namespace pipo {
namespace {

int read_openspiel_place(Cursor& cursor, int below_rows, int below_columns) {
  cursor.expect(",", "a comma");
  const int row = cursor.number("a row", 0, below_rows - 1);
  cursor.expect(",", "a comma");
  const int column = cursor.number("a column", 0, below_columns - 1);
  return row * below_columns + column;
}

Word read_openspiel_edge(Cursor& cursor, const Board& board) {
  if (!cursor.take('P')) return {cursor.number("an action", 0, board.edges() - 1)};
  const int player = cursor.number("a player", 1, 2) - 1;
  cursor.expect("(", "a bracket");
  const bool horizontal = cursor.take('h');
  if (!horizontal) cursor.expect("v", "an h or v");
  const int edge = horizontal ? read_openspiel_place(cursor, board.rows() + 1, board.columns())
                              : board.horizontals() +
                                    read_openspiel_place(cursor, board.rows(), board.columns() + 1);
  cursor.expect(")", "a closing bracket");
  return {edge, player};
}

std::string write_openspiel_edge(const Board&, const Word& word) {
  return std::to_string(word.edge);
}

constexpr WordList kOpenspielWords{
    .info = {.name = "openspiel",
             .description = "action ids of OpenSpiel, a history: 2x2 10; 4, or P1(v,1,1)",
             .lists = true,
             .order = true,
             .turn = true,
             .score = true},
    .read = read_openspiel_edge,
    .write = write_openspiel_edge,
    .commas = true,
    .brackets = true};

}  // namespace

const NotationEntry kOpenspiel = list_entry<kOpenspielWords>();

}  // namespace pipo
