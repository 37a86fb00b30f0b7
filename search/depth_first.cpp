#include "search/depth_first.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "probe/base/in_parallel.hpp"
#include "probe/board/settle.hpp"
#include "search/answer.hpp"
#include "theory/simple_loony.hpp"

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
    if (move.handout == Handout::none) return {};
    (move.handout == Handout::two_boxes ? chains : loops) += 1;
    longer += move.handout == Handout::two_boxes && move.captured > theory::kLongChain;
  }
  if (has_joint(field, open)) return {};
  // Allcock, theorem 2.1: the value is the controlled value if that is at least 2. It is negated
  // here because the player to move opens.
  const int controlled =
      left - 4 * chains - 8 * loops + theory::terminal_bonus(chains > 0, loops > 0, longer > 0);
  if (controlled >= 2) return -controlled;
  std::vector<int> chain_lengths, loop_lengths;
  for (const QuietMove& move : moves) {
    (move.handout == Handout::two_boxes ? chain_lengths : loop_lengths).push_back(move.captured);
  }
  return -theory::buzzard_ciere::value({std::move(chain_lengths), std::move(loop_lengths)}).value;
}

// The search polls SearchOptions::stopped once per 4096 positions.
constexpr std::uint64_t kStopMask = (1U << 12) - 1;

// With fewer open edges the search ends sooner than a thread begins.
constexpr int kManyOpen = 22;

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

std::optional<TranspositionTable::Entry> SharedSearch::find(EdgeSet open) const {
  if (open != 0) return table.find(open);
  const auto value = static_cast<std::int8_t>(-options.last_move_cost);
  return TranspositionTable::Entry{.lower = value, .upper = value};
}

int SharedSearch::left(EdgeSet drawn) const {
  return boxes_left(field.board(), drawn) + options.last_move_cost;
}

void SharedSearch::poll() {
  if (options.stopped && !stopping) {
    const std::lock_guard lock(polling_);
    if (options.stopped()) stopping = true;
  }
  if (stopping) throw SearchStopped();
}

Bounds SearchThread::known_bounds(const Child& child, int left) const {
  const int rest = left - child.move.captured;
  Bounds w{-rest, rest};
  if (const auto found = shared_.find(child.open)) w = {found->lower, found->upper};
  return for_opponent(bounds_before(child.move.offer(), w));
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

std::optional<int> SearchThread::known_elsewhere(EdgeSet open) const {
  if (!shared_.options.elsewhere || count_bits(open) < shared_.options.elsewhere_from) return {};
  return shared_.options.elsewhere(shared_.field.board().all() & ~open);
}

int SearchThread::bound(EdgeSet open, int left, int at_least) {
  if (at_least > left) return left;
  if (at_least <= -left) return -left;
  TranspositionTable::Entry known{open, static_cast<std::int8_t>(-left),
                                  static_cast<std::int8_t>(left), -1, 0};
  if (const auto found = shared_.find(open)) known = *found;
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
  if (shared_.options.last_move_cost == 0) {
    if (const auto value = loony_leaf(shared_.field, open, moves, left)) return *value;
  }
  Children children;
  find_children(moves, known.edge, children);
  auto [count, best] = sift(children.begin(), children.end(), left, at_least,
                            [&](const Child& child) { return known_bounds(child, left); });
  for (const Child& child : std::span(children.begin(), count)) {
    const int rest = left - child.move.captured;
    const int margin = bound_of_offer(child.move.offer(), rest, at_least,
                                      [&](int enough) { return bound(child.open, rest, enough); });
    if (margin > best || known.edge < 0) known.edge = child.move.edge;
    best = std::max(best, margin);
    if (best < at_least) continue;
    history_[index(child.move)] += static_cast<std::uint32_t>(count);
    break;
  }
  (best >= at_least ? known.lower : known.upper) = static_cast<std::int8_t>(best);
  known.work = power_of_two_of(nodes_ - before);
  shared_.table.keep(known);
  return best;
}

int SearchThread::quiet_value(EdgeSet drawn, int guess) {
  const Board& board = shared_.field.board();
  const int left = shared_.left(drawn);
  const EdgeSet open = shared_.field.canonical(board.all() & ~drawn);
  const auto ask = [&](int at_least) {
    const int found = bound(open, left, at_least);
    return found >= at_least ? Bounds{found, left} : Bounds{-left, found};
  };
  return narrowed(widest_bounds(left), {-left, left}, guess, ask).lower;
}

DepthFirstSearch::DepthFirstSearch(const Board& board, SearchOptions options)
    : shared_(board, std::move(options)) {
  checked_last_move_cost(board, shared_.options.last_move_cost);
  threads_.emplace_back(shared_);
}

// Checks the position, and chooses the images that positions reached from it may share.
void DepthFirstSearch::begin(EdgeSet drawn) {
  check_edges(board(), drawn);
  shared_.field.choose_images(board().all() & ~drawn);
  shared_.stopping = false;
}

int DepthFirstSearch::value(EdgeSet drawn) {
  begin(drawn);
  const Settlement settled = settle(board(), drawn);
  return settled_value(settled, main().quiet_value(settled.quiet, 0));
}

// Returns the remembered bounds of a quiet position's value.
Bounds DepthFirstSearch::known(EdgeSet quiet) const {
  const EdgeSet open = shared_.field.canonical(board().all() & ~quiet);
  if (const auto found = shared_.find(open)) return {found->lower, found->upper};
  return widest_bounds(shared_.left(quiet));
}

Bounds DepthFirstSearch::bound(EdgeSet drawn, const Window& window,
                               const std::function<void(const Bounds&)>& found) {
  begin(drawn);
  const Settlement settled = settle(board(), drawn);
  const int left = shared_.left(settled.quiet);
  const EdgeSet open = shared_.field.canonical(board().all() & ~settled.quiet);
  Bounds quiet = known(settled.quiet);
  const auto ask_quiet = [&](int at_least) {
    const int bound = main().bound(open, left, at_least);
    // A value from elsewhere may give tighter bounds than the question needed.
    return both(bound >= at_least ? Bounds{bound, left} : Bounds{-left, bound},
                known(settled.quiet));
  };
  const auto ask = [&](int at_least) {
    const Bounds bounds = ask_settled(settled, at_least, quiet, ask_quiet);
    if (found) found(bounds);
    return bounds;
  };
  return narrowed(bounds_before(settled, quiet), window, 0, ask);
}

std::optional<int> DepthFirstSearch::known_move(EdgeSet drawn, int at_least) const {
  for (EdgeSet open = board().all() & ~drawn; open != 0; open &= open - 1) {
    const int edge = std::countr_zero(open);
    const Settlement settled = settle(board(), drawn | EdgeSet{1} << edge);
    const Bounds after = bounds_before(settled, known(settled.quiet));
    if (bounds_of_move(completed_boxes(board(), drawn, edge), after).lower >= at_least) return edge;
  }
  return {};
}

bool DepthFirstSearch::is_worth_threads(EdgeSet drawn) const {
  return !shared_.options.elsewhere && count_bits(board().all() & ~drawn) >= kManyOpen;
}

Answer DepthFirstSearch::answer(EdgeSet drawn, unsigned threads,
                                const std::function<void(const MoveValue&)>& found) {
  begin(drawn);
  const Position position{board(), drawn};
  threads = is_worth_threads(drawn) ? threads_for(threads) : 1;
  while (threads_.size() < threads) threads_.emplace_back(shared_);
  std::vector<MoveValue> moves = moves_without_values(position);
  std::mutex mutex;  // of `free` and `found`
  std::vector<SearchThread*> free;
  for (SearchThread& thread : threads_) free.push_back(&thread);
  std::atomic<int> guess = 0;
  in_parallel(moves.size(), threads, [&](std::size_t i) {
    const TranspositionTable::User user(shared_.table);
    SearchThread* thread = nullptr;
    {
      const std::lock_guard lock(mutex);
      thread = free.back();
      free.pop_back();
    }
    set_value(position, moves[i],
              [&](EdgeSet quiet) { return guess = thread->quiet_value(quiet, guess); });
    const std::lock_guard lock(mutex);
    free.push_back(thread);
    if (found) found(moves[i]);
  });
  return answer_of(position, shared_.options.last_move_cost, std::move(moves));
}

std::uint64_t DepthFirstSearch::nodes() const {
  std::uint64_t sum = 0;
  for (const SearchThread& thread : threads_) sum += thread.nodes();
  return sum;
}

}  // namespace pipo
