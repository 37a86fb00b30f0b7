// A game as a person at a terminal sees it.
#pragma once

#include <array>
#include <string>

#include "pipo/game/game_in_play.hpp"

namespace pipo {

// The board with the name of each open edge in its place, and in each box who took it: players[0]
// or players[1]. With colours, for a terminal: open edges faint, and the boxes of each player in
// one colour of their own.
std::string game_picture(const GameInPlay& game, const std::array<std::string, 2>& players,
                         bool colours);

}  // namespace pipo
