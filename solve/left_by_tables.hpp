// Positions of which tables that omit layers know the value and some of the moves.
#pragma once

#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Returns the quiet positions to which moves lead and whose values the tables omit. Returns none if
// the tables do not cover the position, or omit more than half of them: then a sweep from the
// position itself serves all. Otherwise each is solved for itself, since a sweep from a position
// with fewer drawn edges may be many times as large.
std::vector<EdgeSet> left_by_tables(const Tables& tables, const Position& position);

}  // namespace pipo
