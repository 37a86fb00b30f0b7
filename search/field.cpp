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

bool is_one(EdgeSet edges) {
  return edges != 0 && (edges & (edges - 1)) == 0;
}

// Captures the boxes that a move offers, edge by edge.
class Run {
 public:
  Run(const Field& field, EdgeSet open, int edge) : field_(field), before_(open) {
    const EdgeSet drawn = EdgeSet{1} << edge;
    open_ = open & ~drawn;
    string_ = drawn;
    for (const int box : field.beside(edge)) follow(box);
  }

  EdgeSet open() const { return open_; }
  int captured() const { return captured_; }

  // Returns the edges that offer the same boxes when drawn.
  EdgeSet string() const { return string_; }

  // Returns whether as many edges were drawn as boxes captured, which holds only for an independent
  // loop.
  bool is_loop() const { return drawn_ + 1 == captured_; }

 private:
  void follow(int box) {
    bool same_string = true;
    for (bool first = true; box >= 0; first = false) {
      const EdgeSet last = open_ & field_.sides(box);
      if (!is_one(last)) {
        // The last edge of a loop completes the boxes on both of its sides.
        if (last == 0 && !first) ++captured_;
        return;
      }
      same_string = same_string && two_were_open(box);
      open_ &= ~last;
      if (same_string) string_ |= last;
      ++captured_;
      ++drawn_;
      const auto& [one, other] = field_.beside(std::countr_zero(last));
      box = one == box ? other : one;
    }
  }

  bool two_were_open(int box) const {
    const EdgeSet open = before_ & field_.sides(box);
    return is_one(open & (open - 1));
  }

  const Field& field_;
  EdgeSet before_;
  EdgeSet open_ = 0;
  EdgeSet string_ = 0;
  int captured_ = 0;
  int drawn_ = 0;  // not counting the move itself
};

Handout handout(const Run& run) {
  if (run.is_loop()) return Handout::four_boxes;
  return run.captured() >= 3 ? Handout::two_boxes : Handout::none;
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

QuietMoves::QuietMoves(const Field& field, EdgeSet open) {
  EdgeSet untried = field.distinct(open);
  while (untried != 0) {
    const int edge = std::countr_zero(untried);
    const Run run(field, open, edge);
    untried &= ~run.string();
    moves_[count_++] = {run.open(), static_cast<std::int8_t>(edge),
                        static_cast<std::int8_t>(run.captured()), handout(run)};
  }
}

}  // namespace pipo
