// The coordinates of Knox and CCGC: letters for the columns of dots, numbers for their rows from
// the bottom.
#pragma once

#include "probe/notation/place.hpp"

namespace pipo {

struct Dot {
  int row = 0;  // from the top
  int column = 0;
};

Dot read_dot(Cursor& cursor, const Board& board);
std::string write_dot(const Board& board, const Dot& dot);

// The left dot of a horizontal edge, the lower one of a vertical one.
Dot first_dot(const EdgePlace& place);

}  // namespace pipo
