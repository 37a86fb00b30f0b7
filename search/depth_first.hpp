// A depth-first search for exact values, over quiet positions in canonical form. It needs no table
// and shares no code with the generator.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>

#include "pipopipette/position.hpp"
#include "pipopipette/tables.hpp"
#include "search/bounds.hpp"
#include "search/search_thread.hpp"

namespace pipo {

// A searcher for one board. It remembers its results, so use one searcher for many positions of the
// board. Only one thread may call it at a time.
class DepthFirstSearch {
 public:
  explicit DepthFirstSearch(const Board& board, SearchOptions options = {});

  const Board& board() const { return shared_.field.board(); }

  // Returns the margin for the player to move of any position, quiet or not. Throws BadInput if
  // `drawn` contains edges that are not on the board.
  int value(EdgeSet drawn);

  // Returns bounds that decide whether the value is at least `at_least`, which must have the
  // parity of the value.
  Bounds ask(EdgeSet drawn, int at_least);

  // Returns the remembered bounds of a value, without searching.
  Bounds remembered(EdgeSet drawn) const;

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
  Bounds remembered_quiet(EdgeSet quiet) const;

  SharedSearch shared_;
  std::deque<SearchThread> threads_;  // the first one answers value() and ask()
};

}  // namespace pipo
