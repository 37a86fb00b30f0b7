#include "search/search_thread.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "search/answer_by.hpp"
#include "theory/buzzard_ciere.hpp"

namespace pipo {
namespace {

bool has_joint(const Field& field, EdgeSet open) {
  for (int box = 0; box < field.board().boxes(); ++box) {
    EdgeSet sides = open & field.sides(box);
    sides &= sides - 1;
    if ((sides & (sides - 1)) != 0) return true;
  }
  return false;
}

// Returns the margin for the player to move in a quiet position that consists only of loops and of
// chains of three or more boxes, without joints. Returns nothing for other positions. `left` is the
// number of boxes left.
std::optional<int> loony_leaf(const Field& field, EdgeSet open, const QuietMoves& moves, int left) {
  int chains = 0, loops = 0, longer = 0;
  for (const QuietMove& move : moves) {
    if (move.handout == 0) return {};
    (move.handout == 4 ? chains : loops) += 1;
    longer += move.handout == 4 && move.captured > 3;
  }
  if (has_joint(field, open)) return {};
  // Allcock, theorem 2.1: the value is the controlled value if that is at least 2. It is negated
  // here because the player to move opens.
  const int bonus = chains == 0 ? 8 : loops > 0 && longer == 0 ? 6 : 4;
  const int controlled = left - 4 * chains - 8 * loops + bonus;
  if (controlled >= 2) return -controlled;
  std::vector<int> chain_lengths, loop_lengths;
  for (const QuietMove& move : moves) {
    (move.handout == 4 ? chain_lengths : loop_lengths).push_back(move.captured);
  }
  return -theory::buzzard_ciere::value({std::move(chain_lengths), std::move(loop_lengths)}).value;
}

// The search polls SearchOptions::stopped once per 4096 positions.
constexpr std::uint64_t kStopMask = (1U << 12) - 1;

// The work recorded for a value from elsewhere, so that it is evicted after all searched entries.
constexpr std::uint8_t kMostWork = 64;

std::size_t index(const QuietMove& move) {
  return static_cast<std::size_t>(move.edge);
}

std::uint8_t power_of_two_of(std::uint64_t work) {
  return static_cast<std::uint8_t>(std::bit_width(work));
}

}  // namespace

// A move and its rank in the move ordering; higher ranks are tried first.
struct SearchThread::Child {
  EdgeSet open = 0;  // the position after it, in canonical form
  QuietMove move;
  std::int64_t rank = 0;
};

struct SearchThread::Children {
  std::array<Child, kSmallBoardEdges> all;
  std::size_t count = 0;

  Child* begin() { return all.data(); }
  Child* end() { return all.data() + count; }
};

void SharedSearch::poll() {
  if (options.stopped && !stopping) {
    const std::lock_guard lock(polling_);
    if (options.stopped()) stopping = true;
  }
  if (stopping) throw SearchStopped();
}

// Returns a bound of the move's value: a lower bound if the result is at least `at_least`,
// otherwise an upper bound.
//
// Identity (B): the opponent either takes all k boxes and then makes w, the value of what remains,
// or declines the last of them and makes c - w, where c = -handout. The better one counts.
int SearchThread::after(const Child& child, int left, int at_least) {
  const int k = child.move.captured;
  const int rest = left - k;
  const int enough = 2 - at_least - k;  // the least w that makes the move worth too little
  if (child.move.handout == 0) return -(k + bound(child.open, rest, enough));
  const int c = -child.move.handout;
  // The larger of w and c - w is at least c / 2, and has the parity of w.
  const int certain = c / 2 + (rest & 1);
  if (certain >= enough) return -(k + certain);
  const int w = bound(child.open, rest, enough);
  if (w >= enough) return -(k + w);
  const int low = bound(child.open, rest, c - enough + 2);
  if (low <= c - enough) return -(k + c - low);
  return -(k + std::max(w, c - low));
}

Bounds SearchThread::known_bounds(const Child& child, int left) const {
  const int k = child.move.captured;
  const int rest = left - k;
  Bounds w{-rest, rest};
  if (const auto found = shared_.table.find(child.open)) w = {found->lower, found->upper};
  if (child.move.handout == 0) return {-(k + w.upper), -(k + w.lower)};
  const int c = -child.move.handout;
  const int certain = c / 2 + (rest & 1);
  return {-(k + std::max(w.upper, c - w.lower)), -(k + std::max({w.lower, c - w.upper, certain}))};
}

// Collects the moves of a position and ranks them, the most promising highest:
//
// 1. the best move of an earlier search;
// 2. moves that give nothing away, from the middle of the board outwards (Barker and Korf), and at
//    equal distance those with the larger history;
// 3. moves that give boxes away, fewest boxes first.
void SearchThread::find_children(const QuietMoves& moves, int best_before, Children& children) {
  for (const QuietMove& move : moves) {
    const std::int64_t middle = kSmallBoardEdges - shared_.field.from_the_middle(move.edge);
    const std::int64_t rank = move.edge == best_before ? std::numeric_limits<std::int64_t>::max()
                              : move.captured > 0      ? -move.captured
                                                       : (middle << 32) + history_[index(move)];
    const EdgeSet open = shared_.field.canonical(move.open);
    shared_.table.expect(open);
    children.all[children.count++] = {open, move, rank};
  }
}

// Removes the moves whose known upper bound is below `at_least` and sorts the others by rank.
// Returns the largest upper bound of the removed moves, or -left if there are none. If some move is
// known to be worth `at_least`, only that move remains.
int SearchThread::sift(Children& children, int left, int at_least) const {
  int best = -left;
  std::size_t kept = 0;
  for (const Child& child : children) {
    const auto [lower, upper] = known_bounds(child, left);
    if (lower >= at_least) {
      children.all[0] = child;
      children.count = 1;
      return best;
    }
    if (upper < at_least) {
      best = std::max(best, upper);
    } else {
      children.all[kept++] = child;
    }
  }
  children.count = kept;
  std::ranges::sort(children, std::ranges::greater(), &Child::rank);
  return best;
}

std::optional<int> SearchThread::known_elsewhere(EdgeSet open) const {
  if (!shared_.options.elsewhere || count_bits(open) < shared_.options.elsewhere_from) return {};
  return shared_.options.elsewhere(shared_.field.board().all() & ~open);
}

int SearchThread::bound(EdgeSet open, int left, int at_least) {
  if (at_least > left) return left;
  if (at_least <= -left) return -left;
  TranspositionTable::Entry known{open, static_cast<std::int8_t>(-left),
                                  static_cast<std::int8_t>(left), -1, 0};
  if (const auto found = shared_.table.find(open)) known = *found;
  if (known.lower >= at_least) return known.lower;
  if (known.upper < at_least) return known.upper;
  const std::uint64_t before = nodes_++;
  if ((nodes_ & kStopMask) == 0) shared_.poll();

  if (const auto value = known_elsewhere(open)) {
    known.lower = known.upper = static_cast<std::int8_t>(*value);
    known.work = kMostWork;
    shared_.table.keep(known);
    return *value;
  }
  const QuietMoves moves(shared_.field, open);
  if (const auto value = loony_leaf(shared_.field, open, moves, left)) return *value;
  Children children;
  find_children(moves, known.edge, children);
  int best = sift(children, left, at_least);
  for (const Child& child : children) {
    const int margin = after(child, left, at_least);
    if (margin > best || known.edge < 0) known.edge = child.move.edge;
    best = std::max(best, margin);
    if (best < at_least) continue;
    history_[index(child.move)] += static_cast<std::uint32_t>(children.count);
    break;
  }
  (best >= at_least ? known.lower : known.upper) = static_cast<std::int8_t>(best);
  known.work = power_of_two_of(nodes_ - before);
  shared_.table.keep(known);
  return best;
}

int SearchThread::quiet_value(EdgeSet drawn, int guess) {
  const Board& board = shared_.field.board();
  const int left = boxes_left(board, drawn);
  const EdgeSet open = shared_.field.canonical(board.all() & ~drawn);
  int lower = -left, upper = left;
  int next = std::clamp(guess + ((guess ^ left) & 1), lower, upper);
  while (lower < upper) {
    if (next == lower) next += 2;
    const int found = bound(open, left, next);
    (found >= next ? lower : upper) = found;
    next = found;
  }
  return lower;
}

}  // namespace pipo
