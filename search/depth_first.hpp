// A depth-first search for exact values on boards with at most 64 edges, over quiet positions in
// canonical form. It uses the rules, the identities (A), (B) and (C), and at its leaves the
// theorems on simple loony endgames. It needs no table and shares no code with the generator.
//
// If the last move has a cost, the theorems do not hold, and the search goes on to the full board.
// The cost counts as boxes that are always left: values then have the parity of the boxes left, are
// between minus this number and this number, and the full board has the least of these. So `left`
// includes it everywhere below.
//
// Positions are sets of open edges. So values from elsewhere (tables and sweeps, which look
// positions up by their edges) can be used, and several threads can share all that is found. The
// search of graphs (graph_solver.hpp), for boards of any size, does neither.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "pipopipette/position.hpp"
#include "pipopipette/tables.hpp"
#include "search/field.hpp"
#include "search/null_window.hpp"
#include "search/transposition_table.hpp"

namespace pipo {

struct SearchOptions {
  std::size_t memory_bytes = std::size_t{256} << 20;  // limit of the transposition table

  // Polled now and then, by one thread at a time. Returning true ends the search with
  // SearchStopped.
  std::function<bool()> stopped = {};

  // Returns the value of a quiet position if another source knows it. The search calls it for each
  // position with at least `elsewhere_from` open edges before it searches the position. Only one
  // thread searches then.
  std::function<std::optional<int>(EdgeSet drawn)> elsewhere = {};
  int elsewhere_from = 0;

  LastMoveCost last_move_cost = 0;
};

// The state that the threads of a search share.
struct SharedSearch {
  SharedSearch(const Board& board, SearchOptions the_options)
      : options(std::move(the_options)), field(board), table(options.memory_bytes) {}

  // Returns what is known about a quiet position in canonical form, given by its open edges.
  std::optional<TranspositionTable::Entry> find(EdgeSet open) const;

  // Returns the number of boxes left in a position, and the cost of the last move.
  int left(EdgeSet drawn) const;

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

// One thread of a search.
class SearchThread {
 public:
  explicit SearchThread(SharedSearch& shared) : shared_(shared) {}

  // Returns the value of a quiet position. The search is fastest if `guess` is near it.
  int quiet_value(EdgeSet drawn, int guess);

  // Returns a bound of the value of a quiet position in canonical form, given by its open edges,
  // with this number of boxes and cost left.
  int bound(EdgeSet open, int left, int at_least);

  // Returns the number of positions that this thread has searched.
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Child;
  struct Children;

  std::optional<int> known_elsewhere(EdgeSet open) const;
  Bounds known_bounds(const Child& child, int left) const;
  void find_children(const QuietMoves& moves, int best_before, Children& children);

  SharedSearch& shared_;
  std::uint64_t nodes_ = 0;
  // The cutoffs that each edge caused, each weighted by the number of moves.
  std::array<std::uint32_t, kSmallBoardEdges> history_{};
};

// A searcher for one board. It remembers its results, so use one searcher for many positions of the
// board. Only one thread may call it at a time.
class DepthFirstSearch {
 public:
  explicit DepthFirstSearch(const Board& board, SearchOptions options = {});

  const Board& board() const { return shared_.field.board(); }

  // Returns the margin for the player to move of any position, quiet or not. Throws BadInput if
  // `drawn` contains edges that are not on the board.
  int value(EdgeSet drawn);

  // Returns bounds of a position's value that settle the window. `found` is called with the bounds
  // after each question, so that they are known even if the search is stopped later.
  Bounds bound(EdgeSet drawn, const Window& window,
               const std::function<void(const Bounds&)>& found = {});

  // Returns the DBN index of a move that the search remembers to be worth at least `at_least`, or
  // nothing if it remembers none.
  std::optional<int> known_move(EdgeSet drawn, int at_least) const;

  // Returns the values of the position and of every move. At most `threads` threads, 0 for all of
  // the machine, share the moves. `found` is called with each move as soon as its value is known,
  // by one thread at a time.
  Answer answer(EdgeSet drawn, unsigned threads = 1,
                const std::function<void(const MoveValue&)>& found = {});

  // Returns the number of positions searched so far.
  std::uint64_t nodes() const;

 private:
  void begin(EdgeSet drawn);
  SearchThread& main() { return threads_.front(); }
  bool is_worth_threads(EdgeSet drawn) const;
  Bounds known(EdgeSet quiet) const;

  SharedSearch shared_;
  std::deque<SearchThread> threads_;  // the first one answers value() and bound()
};

}  // namespace pipo
