#include "theory/handout.hpp"

#include <bit>
#include <unordered_set>

#include "probe/board/settle.hpp"

namespace pipo::theory {
namespace {

// Searches for moves on the boxes on offer that end the turn with the handout and leave nothing
// else to take.
class HandoutSearch {
 public:
  HandoutSearch(const Board& board, EdgeSet drawn)
      : board_(board), drawn_(drawn), goal_(settle(board, drawn)) {}

  std::vector<int> find() {
    if (goal_.handout == Handout::none) return {};
    extend(drawn_);
    return moves_;
  }

 private:
  bool captures(EdgeSet drawn, int edge) const {
    for (const int box : board_.neighbours(edge)) {
      if (box < 0) continue;
      if ((board_.sides(box) & ~drawn) == EdgeSet{1} << edge) return true;
    }
    return false;
  }

  // Returns whether half of the handout's cost is handed back, as pairs that leave the opponent no
  // choice. `drawn` is between the first position and goal_.quiet. It also settles to goal_.quiet,
  // because settling draws the least superset in which no box is capturable.
  bool is_handout(EdgeSet drawn) const {
    const Settlement left = settle(board_, drawn);
    return left.handout == Handout::none && left.captured == static_cast<int>(goal_.handout) / 2;
  }

  bool extend(EdgeSet drawn) {
    if (!seen_.insert(drawn).second) return false;
    for (const bool capture : {false, true}) {
      for (EdgeSet rest = goal_.quiet & ~drawn; rest != 0; rest &= rest - 1) {
        const int edge = std::countr_zero(rest);
        const EdgeSet after = drawn | EdgeSet{1} << edge;
        if (captures(drawn, edge) != capture) continue;
        moves_.push_back(edge);
        if (capture ? extend(after) : is_handout(after)) return true;
        moves_.pop_back();
      }
    }
    return false;
  }

  Board board_;
  EdgeSet drawn_;
  Settlement goal_;
  std::vector<int> moves_;
  std::unordered_set<EdgeSet> seen_;
};

std::vector<int> take_all(const Board& board, EdgeSet drawn) {
  std::vector<int> moves;
  for (BoxSet boxes = capturable_boxes(board, drawn); boxes != 0;
       boxes = capturable_boxes(board, drawn)) {
    const EdgeSet last = board.sides(std::countr_zero(boxes)) & ~drawn;
    moves.push_back(std::countr_zero(last));
    drawn |= last;
  }
  return moves;
}

}  // namespace

Replies replies(const Board& board, EdgeSet drawn) {
  return {take_all(board, drawn), HandoutSearch(board, drawn).find()};
}

}  // namespace pipo::theory
