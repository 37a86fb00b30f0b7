// All moves of the positions of a section, grouped by the section that they lead to; and those
// inside one half of the cut board, from which they are found.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "probe/board/settle.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// Two configurations of a half react alike if, whatever edges are drawn at their border, settling
// the half alone draws the same edges and completes the same boxes. Then settling the whole board
// does the same to both, whatever else is on the board: it goes back and forth between the parts,
// which meet only at the borders. So one position of each kind has to be settled, with settle().

// Numbers of rows (or columns) of a section, and of those of the section that a move leads to.
using NumberPairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// The configurations with the same number of edges under one state of the border.
struct HalfGroup {
  std::vector<HalfConfiguration> configurations;
  std::vector<std::uint32_t> reactions;  // numbers of their reactions

  // The moves inside the half after which nothing is drawn at the border, by their effect.
  struct Inner {
    int edges = 0;  // drawn
    int captured = 0;
    Handout handout = Handout::none;
    NumberPairs pairs;
  };
  std::vector<Inner> inner;

  // The other moves inside the half.
  struct Crossing {
    std::uint32_t number = 0;     // of the configuration
    HalfConfiguration after = 0;  // with the move's edge, not settled
    std::uint32_t reaction = 0;   // of `after`
  };
  std::vector<Crossing> crossing;
};

class HalfMoves {
 public:
  // `states` must outlive this.
  explicit HalfMoves(const StateSpace& states);
  ~HalfMoves();

  // Found on the first call and kept. Any thread may call these.
  const HalfGroup& group(Side side, BorderState border, int drawn);
  // Returns a configuration, of any number of edges, with this reaction.
  HalfConfiguration example(Side side, BorderState border, std::uint32_t reaction);

 private:
  class Half;

  Half& half(Side side);

  std::unique_ptr<Half> halves_[2];  // one if both are alike
};

// Moves that have the same effect: from each row with each column. Null means every row or column,
// to the one with the same number.
struct AlikeMoves {
  std::shared_ptr<const NumberPairs> rows;
  std::shared_ptr<const NumberPairs> columns;
  int captured = 0;  // by settling the position after the move
  Handout handout = Handout::none;
};

struct MovesTo {
  SectionKey target;  // not always a canonical one
  std::vector<AlikeMoves> moves;
};

// Returns the moves of a section, and the positions to which the positions after them settle. Each
// open edge of each position is in exactly one of the groups.
std::vector<MovesTo> section_moves(const StateSpace& states, HalfMoves& halves,
                                   const SectionKey& key);

// Inserts the nim-values to which these moves lead into a set for each position of a section, row
// by row: bit v of the set for nim-value v. Loony moves have none. The numbers of columns
// mean the same as in take_best.
void take_options(const MovesTo& moves, std::size_t columns, std::size_t target_columns,
                  const std::vector<std::int8_t>& target, std::vector<std::uint64_t>& options);

// Raises each value of a section, row by row, to the value of the best of these moves. `columns`
// and `target_columns` are the numbers of columns of the section and of the target.
void take_best(const MovesTo& moves, std::size_t columns, std::size_t target_columns,
               const std::vector<std::int8_t>& target, std::vector<std::int8_t>& best);

}  // namespace pipo
