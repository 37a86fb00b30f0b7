#include "pipopipette/rules.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/open_edges.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {

std::vector<int> legal_moves(const Position& position) {
  check_edges(position.board, position.drawn);
  std::vector<int> moves;
  for (int edge = 0; edge < position.board.edges(); ++edge) {
    if (!position.drawn.contains(edge)) moves.push_back(edge);
  }
  return moves;
}

IndexSet completed_by(const Position& position, int edge) {
  const auto& [board, drawn] = position;
  check_edges(board, drawn);
  const std::string name = edge_name(board, edge);  // throws if the board does not have the edge
  if (drawn.contains(edge)) throw BadInput(fmt::format("{} is drawn already", name));
  IndexSet boxes;
  for (const int box : board.neighbours(edge)) {
    if (box >= 0 && open_edges(position, box) == 1) boxes.insert(box);
  }
  return boxes;
}

IndexSet complete_boxes(const Position& position) {
  check_edges(position.board, position.drawn);
  IndexSet complete;
  for (int box = 0; box < position.board.boxes(); ++box) {
    if (open_edges(position, box) == 0) complete.insert(box);
  }
  return complete;
}

Settled settled(const Position& position) {
  check_edges(position.board, position.drawn);
  const Position quiet{position.board, settle(position).quiet};
  return {quiet, complete_boxes(quiet) - complete_boxes(position)};
}

Position canonical(const Position& position) {
  check_edges(position.board, position.drawn);
  const bool tall = position.board.rows() > position.board.columns();
  const Position upright = tall ? image_of(position, {.transpose = true}) : position;
  Position least = upright;
  for (const Image& image : images(upright.board)) {
    least = std::min(least, image_of(upright, image));
  }
  return least;
}

}  // namespace pipo
