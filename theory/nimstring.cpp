#include "theory/nimstring.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

#include "probe/base/count_bits.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/symmetry.hpp"
#include "theory/disjoint_loops.hpp"
#include "theory/structure.hpp"

namespace pipo::theory {
namespace {

// The number of new positions between two looks at the time.
constexpr std::size_t kBetweenLooks = 64;

EdgeMap image_map(const Board& board, const Image& image) {
  std::vector<int> targets;
  for (int edge = 0; edge < board.edges(); ++edge) {
    targets.push_back(image_of_edge(board, image, edge));
  }
  return EdgeMap(targets);
}

}  // namespace

EdgeComponents::EdgeComponents(const Board& board)
    : board_(board), outer_groups_(outer_groups(board)) {
  for (int edge = 0; edge < board.edges(); ++edge) {
    for (const int box : board.neighbours(edge)) {
      if (box >= 0) around_[edge] |= board.sides(box);
    }
  }
  for (const Image& each : images(board)) {
    if (each != Image{}) images_.push_back(image_map(board, each));
  }
}

EdgeSet EdgeComponents::connected(EdgeSet open, int edge) const {
  EdgeSet found = EdgeSet{1} << edge;
  for (EdgeSet fresh = found; fresh != 0;) {
    const EdgeSet more = around_[std::countr_zero(fresh)] & open & ~found;
    found |= more;
    fresh = (fresh & (fresh - 1)) | more;
  }
  return found;
}

EdgeSet EdgeComponents::canonical(EdgeSet open) const {
  const auto with_open_merged = [this](EdgeSet edges) {
    return board_.all() & ~merged(board_.all() & ~edges, outer_groups_);
  };
  EdgeSet least = with_open_merged(open);
  for (const EdgeMap& image : images_) least = std::min(least, with_open_merged(image(open)));
  return least;
}

ChainFormula chain_formula(const Position& position) {
  ChainFormula result;
  result.open_edges = position.open().size();
  result.boxes = boxes_left(position);
  result.wanted = (result.open_edges + result.boxes + 1) % 2;
  if (is_quiet(position)) {
    const Structure structure = structure_of(position);
    if (structure.is_loony_endgame()) result.d = strings_to_offer(structure);
  }
  return result;
}

NimstringSolver::NimstringSolver(const Board& board, std::size_t limit, double seconds)
    : board_(board),
      stage_test_(board),
      components_(board),
      limit_(limit),
      seconds_(seconds),
      end_(steady_seconds() + seconds) {}

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
  if (known_.size() % kBetweenLooks == 0 && steady_seconds() > end_) {
    throw SearchTooLarge(fmt::format(
        "the nim-value on {} takes a search of more than {}; draw more edges or allow more time",
        board_.name(), human_seconds(seconds_)));
  }
  return known_.emplace(open, std::countr_one(options)).first->second;
}

}  // namespace pipo::theory
