// A game, move by move: exact from the first position on that can be solved; before it, what the
// later values let say of the earlier ones.
#pragma once

#include <span>

#include "pipopipette/tables.hpp"
#include "solve/analysed_game.hpp"
#include "solve/game_values.hpp"

namespace pipo {

// The moves are those from the empty board on, as DBN indices; the game need not be over. Throws
// BadInput for a move that is drawn already or that the board has not, else as values_of_game()
// does. What is stopped, or has no more time, is returned with what is known by then.
AnalysedGame analyse_game(const Board& board, std::span<const int> moves, const Tables& tables,
                          const GameOptions& options = {});

}  // namespace pipo
