#include "search/field.hpp"

#include <algorithm>
#include <cstdlib>

#include "probe/base/count_bits.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {
namespace {

// Returns the Manhattan distance from the midpoint of an edge to the centre of the board, in half
// boxes.
int distance_from_the_middle(const Board& board, int edge) {
  const bool horizontal = edge < board.horizontals();
  const int columns = board.columns() + (horizontal ? 0 : 1);
  const int place = horizontal ? edge : edge - board.horizontals();
  const int down = 2 * (place / columns) + (horizontal ? 0 : 1);
  const int right = 2 * (place % columns) + (horizontal ? 1 : 0);
  return std::abs(down - board.rows()) + std::abs(right - board.columns());
}

}  // namespace

Field::Field(const Board& board) : board_(board) {
  for (int box = 0; box < board.boxes(); ++box) {
    sides_[static_cast<std::size_t>(box)] = board.sides(box);
  }
  for (int edge = 0; edge < board.edges(); ++edge) {
    const std::array<int, 2> boxes = board.neighbours(edge);
    beside_[static_cast<std::size_t>(edge)] = {static_cast<std::int8_t>(boxes[0]),
                                               static_cast<std::int8_t>(boxes[1])};
    from_the_middle_[static_cast<std::size_t>(edge)] =
        static_cast<std::int8_t>(distance_from_the_middle(board, edge));
  }
  for (const std::vector<int>& group : outer_groups(board)) {
    Outer outer;
    EdgeSet open = 0;
    std::size_t count = 0;
    for (auto edge = group.rbegin(); edge != group.rend(); ++edge) {
      open |= EdgeSet{1} << *edge;
      outer.open[++count] = open;
    }
    outer.edges = open;
    outer_.push_back(outer);
  }
  for (const Image& image : images(board)) {
    if (image == Image{}) continue;
    std::vector<int> targets;
    for (int edge = 0; edge < board.edges(); ++edge) {
      targets.push_back(image_of_edge(board, image, edge));
    }
    images_.emplace_back(targets);
  }
  choose_images(0);  // all
}

EdgeSet Field::merged(EdgeSet open) const {
  for (const Outer& outer : outer_) {
    const int count = count_bits(open & outer.edges);
    open = (open & ~outer.edges) | outer.open[static_cast<std::size_t>(count)];
  }
  return open;
}

EdgeSet Field::distinct(EdgeSet open) const {
  for (const Outer& outer : outer_) {
    const EdgeSet here = open & outer.edges;
    open = (open & ~outer.edges) | (here & -here);
  }
  return open;
}

EdgeSet Field::canonical(EdgeSet open) const {
  EdgeSet least = merged(open);
  for (const EdgeMap* const image : chosen_) least = std::min(least, merged((*image)(open)));
  return least;
}

void Field::choose_images(EdgeSet open) {
  chosen_.clear();
  for (const EdgeMap& image : images_) {
    if (merged(image(open)) == merged(open)) chosen_.push_back(&image);
  }
}

}  // namespace pipo
