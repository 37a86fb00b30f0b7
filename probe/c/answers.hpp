// Answers and lines of play as C structures.
#pragma once

#include <cstddef>
#include <vector>

#include "pipopipette/pipopipette.h"
#include "pipopipette/tables.hpp"

namespace pipo {

// The size of pipo_answer in its first version; later members are added at the end.
constexpr std::size_t kAnswerSize =
    offsetof(pipo_answer, moves) + PIPO_SMALL_BOARD_EDGES * sizeof(pipo_move);

// Writes everything but the struct_size, as far as the structure has it.
void write_answer(const Answer& from, pipo_answer& to);

// Writes the moves of a line and returns their number.
std::size_t write_line(const std::vector<MoveValue>& from, pipo_move* to);

}  // namespace pipo
