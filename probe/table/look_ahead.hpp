// Looks up values of quiet positions. Computes those in layers that the tables omit from those in
// layers that they keep.
//
// The search asks whether the value reaches a bound, from the largest possible one down, and each
// answer lowers the bound. So it always follows the move with the highest upper bound, and reads
// the fewest values: all replies to the best move, and one good reply to each other move. Nearly
// all its time is reading blocks. It remembers each value: positions after two moves are reached in
// two orders.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "pipopipette/board.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/table/table_set.hpp"

namespace pipo {

// Bounds of the values of quiet positions with merged outer edges, as a search learns them. A hash
// table with open addressing and 16 bytes an entry: most searches learn about fifty values, and a
// batch runs many searches at a time.
class KnownBounds {
 public:
  struct Bounds {
    int low = -kSmallBoardEdges;
    int high = kSmallBoardEdges;
  };

  // Returns the bounds of a position; beyond every margin if nothing is known.
  Bounds of(EdgeSet merged) const;

  // Adds a position about which nothing is known. Returns whether it is new.
  bool add(EdgeSet merged);

  // Narrow the bounds of a position.
  void raise(EdgeSet merged, int low) { narrow(merged, {.low = low}); }
  void lower(EdgeSet merged, int high) { narrow(merged, {.high = high}); }
  void set(EdgeSet merged, int value) { narrow(merged, {.low = value, .high = value}); }

 private:
  static constexpr std::int8_t kEmpty = 127;  // no bound
  struct Entry {
    EdgeSet merged = 0;
    std::int8_t low = kEmpty;
    std::int8_t high = 0;

    bool empty() const { return low == kEmpty; }
  };

  void narrow(EdgeSet merged, const Bounds& bounds);
  std::size_t slot_of(EdgeSet merged) const;
  void grow();

  std::vector<Entry> entries_;  // a power of two, or none
  std::size_t count_ = 0;
};

// Returns the value of any position, or nothing if no table answers. Throws BadInput if edges are
// drawn that are not on the board.
std::optional<int> find_value(const TableSet& set, const Position& position,
                              std::size_t excluded_table = TableSet::kNoTable);

// Answers questions of one thread about one board.
class LookAhead {
 public:
  // A move of a quiet position.
  struct Move {
    int edge = 0;        // the first that leads there
    EdgeSet merged = 0;  // the quiet position with merged outer edges
    Settlement settled;  // by the opponent
  };

  // A kept value that a search needs.
  struct Wanted {
    EdgeSet quiet = 0;
    EdgeSet merged = 0;
  };

  // `set` must outlive this. Ignores `excluded_table`.
  LookAhead(const TableSet& set, const Board& board, std::size_t excluded_table);

  // Returns the value of a quiet position, or nothing if no table answers.
  std::optional<int> find(EdgeSet quiet);

  // Computes the value of a quiet position in an omitted layer from kept values in `known`, without
  // reading any. If values are missing, returns nothing and adds to `wanted` those that are needed
  // next; call it again once `known` has them.
  std::optional<int> compute(EdgeSet quiet, KnownBounds& known, std::vector<Wanted>& wanted);

  // Returns whether find() has computed a value.
  bool computed() const { return computed_; }

 private:
  // The last value of each move, by edge, at a depth of the search.
  using Scores = std::array<std::int8_t, kSmallBoardEdges>;

  // A position whose value is searched for between two bounds.
  struct Node {
    EdgeSet quiet = 0;
    EdgeSet merged = 0;
    int low = 0;
    int high = 0;
    std::size_t depth = 0;
    int best = -kSmallBoardEdges;  // the largest value of a move so far, or a bound up to `low`
    bool any_taken = false;        // whether `best` has the value of a move

    int bound() const { return best > low ? best : low; }
    bool ended() const { return best >= high; }
    // Returns whether one good move is expected to end the search.
    bool may_end() const { return depth % 2 == 1; }
  };

  class MoveList {
   public:
    void add(const Move& move) { moves_[count_++] = &move; }
    auto begin() { return moves_.begin(); }
    auto end() { return moves_.begin() + count_; }

   private:
    std::array<const Move*, kSmallBoardEdges> moves_;
    std::ptrdiff_t count_ = 0;
  };

  std::optional<int> search_from(EdgeSet quiet);
  void raise_by_earlier(const Node& node);
  std::optional<int> value_before(EdgeSet quiet);
  // Returns a number r with: the value is r if low < r < high; at most r if r <= low; at least r if
  // r >= high. Returns nothing if values are missing.
  std::optional<int> search(Node node);
  // Sets node.best to that number, or returns false if values are missing.
  bool search_moves(Node& node);
  bool take_kept(Node& node, MoveList& moves, MoveList& omitted);
  bool search_omitted(Node& node, MoveList& moves);
  std::optional<int> search_move(const Node& node, const Move& move);

  // Returns one move for each position that a move leads to, those without a handout first.
  const std::vector<Move>& moves_of(const Node& node);
  static void sort_by_promise(MoveList& moves, const Scores& scores);
  static bool pruned(Node& node, const Move& move);
  void take(Node& node, const Move& move, int value);
  std::optional<int> known_value(const Move& move) const;

  const TableSet& set_;
  Board board_;
  std::size_t excluded_table_;
  bool computed_ = false;
  OuterGroups groups_;
  std::vector<Scores> scores_;                            // by depth
  std::unordered_map<EdgeSet, std::vector<Move>> moves_;  // by merged position
  KnownBounds own_;
  KnownBounds* known_ = &own_;
  std::vector<Wanted>* wanted_ = nullptr;  // null: values are read
};

}  // namespace pipo
