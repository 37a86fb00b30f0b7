#include "search/depth_first.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "probe/base/in_parallel.hpp"
#include "probe/board/settle.hpp"
#include "search/answer_by.hpp"

namespace pipo {
namespace {

// With fewer open edges the search ends sooner than a thread begins.
constexpr int kManyOpen = 22;

}  // namespace

DepthFirstSearch::DepthFirstSearch(const Board& board, SearchOptions options)
    : shared_(board, std::move(options)) {
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

Bounds DepthFirstSearch::remembered_quiet(EdgeSet quiet) const {
  const EdgeSet open = shared_.field.canonical(board().all() & ~quiet);
  if (const auto found = shared_.table.find(open)) return {found->lower, found->upper};
  return widest_bounds(boxes_left(board(), quiet));
}

Bounds DepthFirstSearch::remembered(EdgeSet drawn) const {
  const Settlement settled = settle(board(), drawn);
  return bounds_before(settled, remembered_quiet(settled.quiet));
}

Bounds DepthFirstSearch::ask(EdgeSet drawn, int at_least) {
  begin(drawn);
  const Settlement settled = settle(board(), drawn);
  const int left = boxes_left(board(), settled.quiet);
  const EdgeSet open = shared_.field.canonical(board().all() & ~settled.quiet);
  Bounds quiet = remembered_quiet(settled.quiet);
  const auto narrow = [&](int enough) {
    if (enough <= quiet.lower || enough > quiet.upper) return;
    const int found = main().bound(open, left, enough);
    (found >= enough ? quiet.lower : quiet.upper) = found;
  };
  // The value suffices if taking all boxes does, or if declining the last ones does.
  const int enough = at_least - settled.captured;
  narrow(enough);
  if (settled.handout != Handout::none && quiet.lower < enough) {
    narrow(2 - static_cast<int>(settled.handout) - enough);
  }
  // A value from elsewhere may give tighter bounds than the question needed.
  const Bounds more = remembered_quiet(settled.quiet);
  return bounds_before(settled,
                       {std::max(quiet.lower, more.lower), std::min(quiet.upper, more.upper)});
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
  return answer_of(position, std::move(moves));
}

std::uint64_t DepthFirstSearch::nodes() const {
  std::uint64_t sum = 0;
  for (const SearchThread& thread : threads_) sum += thread.nodes();
  return sum;
}

}  // namespace pipo
