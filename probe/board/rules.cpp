#include "pipopipette/rules.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/incidence.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {

std::vector<int> legal_moves(const Position& position) {
  check_edges(position.board, position.drawn);
  std::vector<int> moves;
  for (int edge = 0; edge < position.board.edges(); ++edge) {
    if ((position.drawn >> edge & 1) == 0) moves.push_back(edge);
  }
  return moves;
}

BoxSet completed_by(const Position& position, int edge) {
  const auto& [board, drawn] = position;
  check_edges(board, drawn);
  const std::string name = edge_name(board, edge);  // throws if the board does not have the edge
  if (drawn >> edge & 1) throw BadInput(fmt::format("{} is drawn already", name));
  const Incidence& table = incidence(board);
  const EdgeSet after = drawn | EdgeSet{1} << edge;
  BoxSet boxes = 0;
  for (const int box : table.boxes[static_cast<std::size_t>(edge)]) {
    if (box == kOutside) continue;
    boxes |= BoxSet{(table.sides[static_cast<std::size_t>(box)] & ~after) == 0} << box;
  }
  return boxes;
}

BoxSet complete_boxes(const Position& position) {
  check_edges(position.board, position.drawn);
  return complete_boxes(position.board, position.drawn);
}

Settled settled(const Position& position) {
  const BoxSet before = complete_boxes(position);
  const Position quiet{position.board, settle(position.board, position.drawn).quiet};
  return {quiet, complete_boxes(quiet) & ~before};
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
