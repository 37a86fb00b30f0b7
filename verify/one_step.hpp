// The rules of the games, and the check of a table against them. The rule of Dots-and-Boxes is
//
//     V(P) = max over the open edges x of   c + V(P + x)   if x completes c > 0 boxes
//                                           -V(P + x)      if it completes none
//     V(full board) = 0, or minus the cost of the last move
//
// By induction over the number of open edges, a function on all positions that fulfils this
// everywhere is the margin under best play.
//
// The rule of Nimstring is stated for a position next to a heap of m counters: the first player
// unable to complete a turn loses, and after a capture the same player has to move again. By it,
//
// - P is loony, that is won for the player to move next to every heap, if a capture leads to a
//   loony position, if two captures lead to different nim-values, or if a capture leads to the same
//   nim-value as a move that captures nothing;
// - else, if there is a capture, P has the nim-value that captures lead to: next to another heap
//   the player to move captures and wins, and next to this one every move loses;
// - else P has the least nim-value to which no move leads. Moves to loony positions lose.
//
// Nothing here uses the methods that make tables, nor the identities that they rest on; values come
// from Tables::value and Tables::values alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "probe/table/nim_tables.hpp"

namespace pipo {

// Returns how many boxes drawing this open edge completes. It is implemented separately, because an
// oracle shares no code with what it checks.
int boxes_by_rule(const Board& board, EdgeSet drawn, int edge);

// The value of a position by the rule, from its moves.
class ValueByRule {
 public:
  explicit ValueByRule(TableGame game, LastMoveCost last_move_cost = 0)
      : game_(game), last_move_cost_(last_move_cost) {}

  // Adds a move that captures this many boxes and leads to a position of value `next`.
  void add(int captures, int next);

  // Returns the value. Only the full board has no moves.
  int value() const;

 private:
  TableGame game_;
  LastMoveCost last_move_cost_;
  std::optional<int> best_;         // Dots-and-Boxes
  bool loony_ = false;              // Nimstring
  std::optional<int> by_captures_;  // the nim-value to which captures lead
  std::uint64_t others_ = 0;        // the nim-values to which other moves lead, a bit each
};

// Returns every move of the position with its value by the rule. For Nimstring that is the value of
// the position that the move leads to.
using ValueOfPosition = std::function<int(const Position& position)>;
std::vector<MoveValue> moves_by_rule(TableGame game, const ValueOfPosition& value,
                                     const Position& position);

// Returns the value of the position by the rule.
int value_by_rule(TableGame game, const ValueOfPosition& value, const Position& position,
                  LastMoveCost last_move_cost = 0);

// Returns a function that looks up values in these tables.
ValueOfPosition looked_up(const StoredValues& tables);

// Lookups at a time. Each takes 25 bytes, with the 16 that Tables needs to sort it.
constexpr std::size_t kMostLookups = std::size_t{1} << 26;

// The results of take_steps, for each of its positions.
struct Steps {
  std::span<std::int8_t> values;   // as the table answers
  std::span<std::int8_t> by_rule;  // the largest value of a move, from the table's values after it
};

// The rule of Dots-and-Boxes at many positions of a board: fills in both for each of them.
// Positions may be repeated. The positions and those after each move are looked up together, so
// that each block is read once for `most_lookups` of them. Uses all cores. `progress` gets the
// share of the work that is done, from 0 to 1. Throws what Tables::values throws.
void take_steps(const StoredValues& tables, const Board& board, std::span<const EdgeSet> positions,
                const Steps& results, const std::function<void(double)>& progress = {},
                std::size_t most_lookups = kMostLookups);

// A position at which the table and the rule differ.
struct Mismatch {
  Position position;
  int table_value = 0;
  // Values by the rule, from the table's values of the positions that the moves lead to.
  std::vector<MoveValue> moves;
  TableGame game = TableGame::dots_and_boxes;
  LastMoveCost last_move_cost = 0;

  int rule_value() const;
};

}  // namespace pipo
