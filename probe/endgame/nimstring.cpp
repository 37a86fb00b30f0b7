#include "probe/endgame/nimstring.hpp"

#include <bit>
#include <string>

#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/endgame/disjoint_loops.hpp"
#include "probe/endgame/structure.hpp"

namespace pipo::endgame {
namespace {

int boxes_left(const Position& position) {
  int count = 0;
  for (int box = 0; box < position.board.boxes(); ++box) {
    count += (position.board.sides(box) & position.open()) != 0;
  }
  return count;
}

// The edges of `open` connected with `edge` through boxes.
EdgeSet connected(const Board& board, EdgeSet open, int edge) {
  EdgeSet found = EdgeSet{1} << edge;
  for (EdgeSet fresh = found; fresh != 0;) {
    const int next = std::countr_zero(fresh);
    fresh &= fresh - 1;
    for (const int box : board.neighbours(next)) {
      if (box == kGround) continue;
      const EdgeSet more = board.sides(box) & open & ~found;
      found |= more;
      fresh |= more;
    }
  }
  return found;
}

}  // namespace

ChainFormula chain_formula(const Position& position) {
  ChainFormula result;
  result.open_edges = std::popcount(position.open());
  result.boxes = boxes_left(position);
  result.wanted = (result.open_edges + result.boxes + 1) % 2;
  if (is_quiet(position.board, position.drawn)) {
    const Structure structure = structure_of(position);
    if (structure.is_loony_endgame()) result.d = strings_to_offer(structure);
  }
  return result;
}

NimstringSolver::NimstringSolver(const Board& board, std::size_t limit)
    : board_(board), stage_test_(board), limit_(limit) {}

NimValue NimstringSolver::value(EdgeSet drawn) {
  const Settlement settled = settle(board_, drawn);
  if (settled.handout != Handout::none) return {true, 0};
  return {false, quiet_value(settled.quiet)};
}

int NimstringSolver::quiet_value(EdgeSet quiet) {
  int sum = 0;
  for (EdgeSet open = board_.all() & ~merge_outer(board_, quiet); open != 0;) {
    const EdgeSet component = connected(board_, open, std::countr_zero(open));
    sum ^= component_value(component);
    open &= ~component;
  }
  return sum;
}

int NimstringSolver::component_value(EdgeSet open) {
  if (const auto found = known_.find(open); found != known_.end()) return found->second;
  const EdgeSet quiet = board_.all() & ~open;
  if (stage_test_.stage(quiet) == Stage::loony_endgame) return 0;
  std::uint64_t options = 0;
  for (EdgeSet rest = open; rest != 0; rest &= rest - 1) {
    const Settlement taken = draw_and_settle(board_, quiet, std::countr_zero(rest));
    if (taken.handout == Handout::none) options |= std::uint64_t{1} << quiet_value(taken.quiet);
  }
  if (known_.size() >= limit_) {
    throw SearchTooLarge("the nim-value on " + board_.name() + " takes a search of more than " +
                         std::to_string(limit_) + " positions; draw more edges or raise the limit");
  }
  return known_.emplace(open, std::countr_one(options)).first->second;
}

}  // namespace pipo::endgame
