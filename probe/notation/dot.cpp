#include "probe/notation/dot.hpp"

#include <fmt/core.h>

namespace pipo {

Dot read_dot(Cursor& cursor, const Board& board) {
  const int column = cursor.letter("a dot's letter", 'a', static_cast<char>('a' + board.columns()));
  return {board.rows() + 1 - cursor.number("a row", 1, board.rows() + 1), column};
}

std::string write_dot(const Board& board, const Dot& dot) {
  return fmt::format("{}{}", static_cast<char>('a' + dot.column), board.rows() + 1 - dot.row);
}

Dot first_dot(const EdgePlace& place) {
  return {place.row + (place.horizontal ? 0 : 1), place.column};
}

}  // namespace pipo
