// All moves of the positions of a section, grouped by the section that they lead to.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "verify/half_moves.hpp"

namespace pipo {

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
