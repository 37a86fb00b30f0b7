#include "probe/notation/place.hpp"

namespace pipo {

EdgePlace place_of(const Board& board, int edge) {
  if (edge < board.horizontals()) return {true, edge / board.columns(), edge % board.columns()};
  const int vertical = edge - board.horizontals(), columns = board.columns() + 1;
  return {false, vertical / columns, vertical % columns};
}

int edge_at(const Board& board, const EdgePlace& place) {
  return place.horizontal ? board.horizontal(place.row, place.column)
                          : board.vertical(place.row, place.column);
}

BoxSide side_of(const Board& board, int edge) {
  const auto [horizontal, row, column] = place_of(board, edge);
  if (horizontal) {
    if (row < board.rows()) return {row, column, SideOfBox::top};
    return {row - 1, column, SideOfBox::bottom};
  }
  if (column < board.columns()) return {row, column, SideOfBox::left};
  return {row, column - 1, SideOfBox::right};
}

int edge_at(const Board& board, const BoxSide& side) {
  switch (side.side) {
    case SideOfBox::top:
      return board.horizontal(side.row, side.column);
    case SideOfBox::bottom:
      return board.horizontal(side.row + 1, side.column);
    case SideOfBox::left:
      return board.vertical(side.row, side.column);
    case SideOfBox::right:
      break;
  }
  return board.vertical(side.row, side.column + 1);
}

GridPlace grid_place_of(const Board& board, int edge) {
  const auto [horizontal, row, column] = place_of(board, edge);
  return {2 * row + (horizontal ? 0 : 1), 2 * column + (horizontal ? 1 : 0)};
}

int edge_at(const Board& board, const GridPlace& place, const Cursor& cursor, std::size_t offset) {
  if ((place.row + place.column) % 2 == 0) {
    cursor.refuse_at(
        offset, place.row % 2 == 0 ? "this is a dot, not an edge" : "this is a box, not an edge");
  }
  return edge_at(board, EdgePlace{place.row % 2 == 0, place.row / 2, place.column / 2});
}

}  // namespace pipo
