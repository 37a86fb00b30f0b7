// Analyses a game move by move: exactly from the first position on that can be solved; before it,
// with bounds that follow from the later values.
#pragma once

#include <span>

#include "pipopipette/tables.hpp"
#include "solve/analysed_game.hpp"
#include "solve/game_values.hpp"

namespace pipo {

// `moves` start from the empty board, as DBN indices; the game need not be over. Throws BadInput
// for an edge that is already drawn or that the board does not have, otherwise as values_of_game()
// does. If it is stopped or runs out of time, it returns what is known by then.
AnalysedGame analyse_game(const Board& board, std::span<const int> moves, const Tables& tables,
                          const GameOptions& options = {});

}  // namespace pipo
