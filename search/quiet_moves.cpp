#include "search/quiet_moves.hpp"

#include <bit>

namespace pipo {
namespace {

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

int handout(const Run& run) {
  if (run.is_loop()) return 8;
  return run.captured() >= 3 ? 4 : 0;
}

}  // namespace

QuietMoves::QuietMoves(const Field& field, EdgeSet open) {
  EdgeSet untried = field.distinct(open);
  while (untried != 0) {
    const int edge = std::countr_zero(untried);
    const Run run(field, open, edge);
    untried &= ~run.string();
    moves_[count_++] = {run.open(), static_cast<std::int8_t>(edge),
                        static_cast<std::int8_t>(run.captured()),
                        static_cast<std::int8_t>(handout(run))};
  }
}

}  // namespace pipo
