// A game or a position as somebody wrote it, in some notation, with what else is known of it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "pipo/words/standing.hpp"
#include "pipopipette/notations.hpp"

namespace pipo {

// How to read it.
struct Reading {
  std::string notation = "dbn";             // or "auto"
  bool ordered = false;                     // a mere list of edges is in order of play
  std::optional<std::array<int, 2>> score;  // of the player to move and of the other
};

// A game, or a mere position, with what is known beside it.
struct GivenGame {
  Game game;
  Standing standing;
};

// "5-3", boxes of the player to move and of the other. Throws BadInput.
std::array<int, 2> parse_score(std::string_view text);

// Reads a text, which may have several lines. Throws BadInput.
Game read_as(const Reading& reading, std::string_view text);

// What is known beside the position. Throws BadInput where the score that was given is not one.
Standing standing_of(const Reading& reading, const Game& game);

// Reads a line. Throws BadInput.
GivenGame read_line(const Reading& reading, std::string_view line);

}  // namespace pipo
