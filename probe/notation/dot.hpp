// Dots in the notations `knox` and `ccgc`: a letter for the column of dots, a number for the row
// from the bottom.
#pragma once

#include "probe/notation/place.hpp"

namespace pipo {

struct Dot {
  int row = 0;  // from the top
  int column = 0;
};

Dot read_dot(Cursor& cursor, const Board& board);
std::string write_dot(const Board& board, const Dot& dot);

// Returns the left dot of a horizontal edge, or the lower dot of a vertical one.
Dot first_dot(const EdgePlace& place);

}  // namespace pipo
