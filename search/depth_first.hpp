// Exact values by looking ahead: a depth-first search of yes-or-no questions, "is the value at
// least b?", over quiet positions in canonical form. It uses the rules and the three identities,
// and the theorems on simple loony endgames at its leaves; no table, and nothing of how tables are
// made.
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
  std::size_t memory_bytes = std::size_t{256} << 20;  // for what it remembers

  // Asked now and then, from the thread that searches: ends it by SearchStopped.
  std::function<bool()> stopped;

  // What is known elsewhere: asked about the quiet positions with at least `elsewhere_from` edges
  // open, each before it is looked into, for their values.
  std::function<std::optional<int>(EdgeSet drawn)> elsewhere = {};
  int elsewhere_from = 0;
};

// Thrown where SearchOptions::stopped said so. The searcher can be asked again, and still knows
// what it found out.
struct SearchStopped {};

// Remembers what it has found, so ask one searcher about many positions of a board. Not for use by
// two threads at once.
class DepthFirstSearch {
 public:
  explicit DepthFirstSearch(const Board& board, SearchOptions options = {});

  const Board& board() const { return field_.board(); }

  // Margin for the player to move, of any position, quiet or not. Throws BadInput if edges are
  // drawn that the board has not.
  int value(EdgeSet drawn);

  // Is the value at least this, which has its parity? Bounds that settle the question.
  Bounds ask(EdgeSet drawn, int at_least);

  // What is remembered of a value.
  Bounds remembered(EdgeSet drawn) const;

  // Value of the position and of every move; `found` hears of each when it is known.
  Answer answer(EdgeSet drawn, const std::function<void(const MoveValue&)>& found = {});

  // Positions looked into so far.
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Child;
  struct Children;

  void begin(EdgeSet drawn);
  int quiet_value(EdgeSet drawn, int guess);
  Bounds remembered_quiet(EdgeSet quiet) const;
  std::optional<int> known_elsewhere(EdgeSet open) const;

  // Of a quiet position in canonical form; `left` is the number of boxes not yet taken.
  int bound(EdgeSet open, int left, int at_least);
  int after(const Child& child, int left, int at_least);
  Bounds known_bounds(const Child& child, int left) const;
  void find_children(const QuietMoves& moves, int best_before, Children& children);
  int sift(Children& children, int left, int at_least) const;

  SearchOptions options_;
  Field field_;
  TranspositionTable table_;
  std::uint64_t nodes_ = 0;
  std::array<std::uint32_t, kMaximumEdges> history_{};  // by edge: how often it was enough
};

}  // namespace pipo
