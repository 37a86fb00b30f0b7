// Computes the values of any position and of its moves from the values of the quiet positions to
// which they settle (identity A of settle.hpp).
#pragma once

#include <functional>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Returns the answer for a position. `quiet_value` returns the value of a quiet position of the
// board; it may be called several times for the same one, since moves can settle alike. `found` is
// called with each move as soon as its value is known.
Answer answer_by(const Position& position, const std::function<int(EdgeSet quiet)>& quiet_value,
                 const std::function<void(const MoveValue&)>& found = {});

// Returns the quiet positions whose values answer_by() needs, each once.
std::vector<EdgeSet> required_positions(const Position& position);

}  // namespace pipo
