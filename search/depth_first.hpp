// A depth-first search for exact values, over quiet positions in canonical form. It asks questions
// of the form "is the value at least b?" (null-window search). It uses the rules, the identities
// (A), (B) and (C), and at its leaves the theorems on simple loony endgames. It needs no table and
// shares no code with the generator.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>

#include "pipopipette/position.hpp"
#include "pipopipette/tables.hpp"
#include "search/bounds.hpp"
#include "search/field.hpp"
#include "search/quiet_moves.hpp"
#include "search/transposition_table.hpp"

namespace pipo {

struct SearchOptions {
  std::size_t memory_bytes = std::size_t{256} << 20;  // limit of the transposition table

  // Polled now and then by the searching thread. Returning true ends the search with SearchStopped.
  std::function<bool()> stopped;

  // Returns the value of a quiet position if another source knows it. The search calls it for each
  // position with at least `elsewhere_from` open edges before it searches the position.
  std::function<std::optional<int>(EdgeSet drawn)> elsewhere = {};
  int elsewhere_from = 0;
};

// Thrown when SearchOptions::stopped returns true. The searcher remains usable and keeps its
// transposition table.
struct SearchStopped {};

// A searcher for one board. It remembers its results, so use one searcher for many positions of the
// board. Only one thread may use it at a time.
class DepthFirstSearch {
 public:
  explicit DepthFirstSearch(const Board& board, SearchOptions options = {});

  const Board& board() const { return field_.board(); }

  // Returns the margin for the player to move of any position, quiet or not. Throws BadInput if
  // `drawn` contains edges that are not on the board.
  int value(EdgeSet drawn);

  // Returns bounds that decide whether the value is at least `at_least`, which must have the
  // parity of the value.
  Bounds ask(EdgeSet drawn, int at_least);

  // Returns the remembered bounds of a value, without searching.
  Bounds remembered(EdgeSet drawn) const;

  // Returns the values of the position and of every move. `found` is called with each move as soon
  // as its value is known.
  Answer answer(EdgeSet drawn, const std::function<void(const MoveValue&)>& found = {});

  // Returns the number of positions searched so far.
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Child;
  struct Children;

  void begin(EdgeSet drawn);
  int quiet_value(EdgeSet drawn, int guess);
  Bounds remembered_quiet(EdgeSet quiet) const;
  std::optional<int> known_elsewhere(EdgeSet open) const;

  // In these, `open` is a quiet position in canonical form, and `left` its number of boxes left.
  int bound(EdgeSet open, int left, int at_least);
  int after(const Child& child, int left, int at_least);
  Bounds known_bounds(const Child& child, int left) const;
  void find_children(const QuietMoves& moves, int best_before, Children& children);
  int sift(Children& children, int left, int at_least) const;

  SearchOptions options_;
  Field field_;
  TranspositionTable table_;
  std::uint64_t nodes_ = 0;
  // The cutoffs that each edge caused, each weighted by the number of moves.
  std::array<std::uint32_t, kMaximumEdges> history_{};
};

}  // namespace pipo
