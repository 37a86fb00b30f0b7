// One thread of a depth-first search, and what it shares with the others. It answers questions of
// the form "is the value at least b?" (null-window search). It uses the rules, the identities (A),
// (B) and (C), and at its leaves the theorems on simple loony endgames.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "pipopipette/bounds.hpp"
#include "search/field.hpp"
#include "search/quiet_moves.hpp"
#include "search/transposition_table.hpp"

namespace pipo {

struct SearchOptions {
  std::size_t memory_bytes = std::size_t{256} << 20;  // limit of the transposition table

  // Polled now and then, by one thread at a time. Returning true ends the search with
  // SearchStopped.
  std::function<bool()> stopped;

  // Returns the value of a quiet position if another source knows it. The search calls it for each
  // position with at least `elsewhere_from` open edges before it searches the position. Only one
  // thread searches then.
  std::function<std::optional<int>(EdgeSet drawn)> elsewhere = {};
  int elsewhere_from = 0;
};

// Thrown when SearchOptions::stopped returns true. The search remains usable and keeps its
// transposition table.
struct SearchStopped {};

// The state that the threads of a search share.
struct SharedSearch {
  SharedSearch(const Board& board, SearchOptions the_options)
      : options(std::move(the_options)), field(board), table(options.memory_bytes) {}

  // Asks SearchOptions::stopped. If it says so, this thread ends with SearchStopped, and so do the
  // others when they ask.
  void poll();

  const SearchOptions options;
  Field field;
  TranspositionTable table;
  std::atomic<bool> stopping = false;

 private:
  std::mutex polling_;
};

class SearchThread {
 public:
  explicit SearchThread(SharedSearch& shared) : shared_(shared) {}

  // Returns the value of a quiet position. The search is fastest if `guess` is near it.
  int quiet_value(EdgeSet drawn, int guess);

  // Returns a bound of the value of a quiet position in canonical form, given by its open edges,
  // with this number of boxes left: a lower bound if the result is at least `at_least`, otherwise
  // an upper bound (fail-soft). `at_least` must have the parity of `left`, as the value has.
  int bound(EdgeSet open, int left, int at_least);

  // Returns the number of positions that this thread has searched.
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Child;
  struct Children;

  std::optional<int> known_elsewhere(EdgeSet open) const;
  int after(const Child& child, int left, int at_least);
  Bounds known_bounds(const Child& child, int left) const;
  void find_children(const QuietMoves& moves, int best_before, Children& children);
  int sift(Children& children, int left, int at_least) const;

  SharedSearch& shared_;
  std::uint64_t nodes_ = 0;
  // The cutoffs that each edge caused, each weighted by the number of moves.
  std::array<std::uint32_t, kSmallBoardEdges> history_{};
};

}  // namespace pipo
