// Looks up values of quiet positions, and computes those of layers that the tables omit from kept
// layers.
//
// A search with bounds over the moves of quiet positions (identity B of settle.hpp) ends at the
// first kept layer. It remembers what it found, since the moves of one question lead to the same
// positions. Nearly all its time is reading blocks, so it first takes the values whose blocks are
// decoded already, and reads the moves first that were good in the positions before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/table/known_bounds.hpp"

namespace pipo {

class TableSet;

// The quiet positions to which the moves of a quiet position settle, each once: first those whose
// opponent has no handout.
class QuietMoves {
 public:
  struct Move {
    int edge = 0;        // the first that leads there
    EdgeSet merged = 0;  // the quiet position with merged outer edges
    Settlement settled;  // by the opponent
  };

  QuietMoves(const Board& board, const OuterGroups& groups, EdgeSet quiet);

  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + count_; }

 private:
  std::array<Move, kMaximumEdges> moves_;
  std::size_t count_ = 0;
};

// For questions of one thread about one board.
class LookAhead {
 public:
  // A kept value that a search needs.
  struct Wanted {
    EdgeSet quiet = 0;
    EdgeSet merged = 0;
  };

  // `set` must outlive this. Ignores the table `without`.
  LookAhead(const TableSet& set, const Board& board, std::size_t without);

  // Returns the value of a quiet position, or nothing if no table answers. Throws as
  // TableSet::find_quiet_value.
  std::optional<int> find(EdgeSet quiet);

  // Computes the value of a quiet position in an omitted layer from kept values in `known`, without
  // reading any. If values are missing, returns nothing and adds to `wanted` those that are needed
  // next; call it again once `known` has them.
  std::optional<int> compute(EdgeSet quiet, KnownBounds& known, std::vector<Wanted>& wanted);

  // Returns whether find() has computed a value.
  bool computed() const { return computed_; }

 private:
  // The last value of each move, by edge, at a depth of the search.
  using Scores = std::array<std::int8_t, kMaximumEdges>;

  // A position whose value is searched for between two bounds.
  struct Node {
    EdgeSet quiet = 0;
    int low = 0;
    int high = 0;
    std::size_t depth = 0;
    int best = -kMaximumEdges;  // the largest value of a move so far, or a bound up to `low`
    bool any_taken = false;     // values of moves

    int bound() const { return best > low ? best : low; }
    bool ended() const { return best >= high; }
    // Returns whether one good move may end the search: `high` is not beyond every margin.
    bool may_end() const { return high <= kMaximumEdges / 2; }
  };

  class MoveList {
   public:
    void add(const QuietMoves::Move& move) { moves_[count++] = &move; }
    auto begin() { return moves_.begin(); }
    auto end() { return moves_.begin() + count; }
    std::size_t count = 0;

   private:
    std::array<const QuietMoves::Move*, kMaximumEdges> moves_;
  };

  std::optional<int> search_from(EdgeSet quiet);
  // Returns a number r with: the value is r if low < r < high; at most r if r <= low; at least r if
  // r >= high. Returns nothing if values are missing.
  std::optional<int> search(Node node, EdgeSet merged);
  // Makes `best` of the node that number, or returns false if values are missing.
  bool search_moves(Node& node);
  bool take_kept(Node& node, MoveList& moves, MoveList& omitted);
  bool search_omitted(Node& node, MoveList& moves);
  std::optional<int> search_move(const Node& node, const QuietMoves::Move& move);

  static void sort_by_promise(MoveList& moves, const Scores& scores);
  static bool pruned(Node& node, const QuietMoves::Move& move);
  void take(Node& node, const QuietMoves::Move& move, int value);
  std::optional<int> known_value(const QuietMoves::Move& move) const;
  std::optional<int> find_kept(EdgeSet quiet) const;

  const TableSet& set_;
  Board board_;
  std::size_t without_;
  bool computed_ = false;
  OuterGroups groups_;
  std::vector<Scores> scores_;  // by depth
  KnownBounds own_;
  KnownBounds* known_ = &own_;
  std::vector<Wanted>* wanted_ = nullptr;  // null: values are read
};

}  // namespace pipo
