// Times of a game's clocks as text.
#pragma once

#include <string>
#include <string_view>

#include "pipo/player/clock.hpp"

namespace pipo {

// Reads a number of seconds. Throws BadInput; `remedy` ends its message.
double parse_seconds(std::string_view word, std::string_view remedy);

// Reads the number of moves of a byo-yomi period. Throws BadInput.
int parse_moves(std::string_view word);

// Reads "MAIN" or "MAIN+BYO_YOMI/MOVES": seconds of main time, then periods of that many seconds
// for that many moves. Throws BadInput, including for settings that give no time or no limit.
TimeSettings parse_time_settings(std::string_view text);

// Formats what a player has left: "4:58", "0:07.3", "0:25 for 3 moves", "over by 0:02.0".
std::string time_text(const TimeLeft& left);

}  // namespace pipo
