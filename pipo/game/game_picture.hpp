// A picture of a game for a terminal.
#pragma once

#include <array>
#include <string>

#include "pipo/game/game_in_play.hpp"

namespace pipo {

// Returns the board with the name of each open edge in its place, and in each box its owner:
// players[0] or players[1]. With colours, open edges are faint and each player's boxes have their
// own colour.
std::string game_picture(const GameInPlay& game, const std::array<std::string, 2>& players,
                         bool colours);

}  // namespace pipo
