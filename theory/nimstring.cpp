#include "theory/nimstring.hpp"

#include <fmt/core.h>

#include <bit>

#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "theory/disjoint_loops.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {
namespace {

int boxes_left(const Position& position) {
  int count = 0;
  for (int box = 0; box < position.board.boxes(); ++box) {
    count += (position.board.sides(box) & position.open()) != 0;
  }
  return count;
}

}  // namespace

ChainFormula chain_formula(const Position& position) {
  ChainFormula result;
  result.open_edges = count_bits(position.open());
  result.boxes = boxes_left(position);
  result.wanted = (result.open_edges + result.boxes + 1) % 2;
  if (is_quiet(position.board, position.drawn)) {
    const Structure structure = structure_of(position);
    if (structure.is_loony_endgame()) result.d = strings_to_offer(structure);
  }
  return result;
}

NimstringSolver::NimstringSolver(const Board& board, std::size_t limit)
    : board_(board), stage_test_(board), components_(board), limit_(limit) {}

NimValue NimstringSolver::value(EdgeSet drawn) {
  const Settlement settled = settle(board_, drawn);
  if (settled.handout != Handout::none) return {true, 0};
  return {false, quiet_value(settled.quiet)};
}

int NimstringSolver::quiet_value(EdgeSet quiet) {
  int sum = 0;
  for (EdgeSet open = board_.all() & ~quiet; open != 0;) {
    const EdgeSet component = components_.connected(open, std::countr_zero(open));
    sum ^= component_value(components_.canonical(component));
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
    throw SearchTooLarge(
        fmt::format("the nim-value on {} takes a search of more than {} positions; draw more edges "
                    "or raise the limit",
                    board_.name(), limit_));
  }
  return known_.emplace(open, std::countr_one(options)).first->second;
}

}  // namespace pipo::theory
