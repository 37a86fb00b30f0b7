// The value of any position and of its moves, given those of the quiet positions they settle to
// (identity A of settle.hpp).
#pragma once

#include <functional>
#include <vector>

#include "pipopipette/tables.hpp"

namespace pipo {

// Asks for the values of quiet positions of the board; of several moves it may be the same one.
// `found` hears of each move when it is known.
Answer answer_by(const Position& position, const std::function<int(EdgeSet quiet)>& quiet_value,
                 const std::function<void(const MoveValue&)>& found = {});

// The quiet positions that answer_by() asks for, each once.
std::vector<EdgeSet> asked_by(const Position& position);

}  // namespace pipo
