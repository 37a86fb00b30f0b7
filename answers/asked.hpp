// A question as the HTTP interface and the module for browsers take it: a path with parameters by
// name and a text. Each function reads one part of it, and throws BadInput, which names the
// parameter and what it may be, if that part is wrong.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "answers/question.hpp"
#include "pipopipette/game.hpp"

namespace pipo {

using Parameters = std::multimap<std::string, std::string>;

struct Asked {
  std::string path;  // "/api/v1/value", decoded; for messages
  Parameters parameters;
  std::string body;  // a text, as "game" and "text" are
};

// Returns the value of a parameter, empty if it is not given. Throws BadInput if it is given twice.
std::string parameter(const Asked& asked, const std::string& name);

// Does the same, and throws BadInput if the parameter is not given.
std::string required_parameter(const Asked& asked, const std::string& name);

// Returns whether a parameter has the first of its two values. Returns `usual` if it is not given.
bool is_first(const Asked& asked, const std::string& name,
              const std::array<std::string_view, 2>& values, bool usual);

// The same for "true" and "false", the latter if it is not given.
inline bool flag(const Asked& asked, const std::string& name) {
  return is_first(asked, name, {"true", "false"}, false);
}

// Returns the value of a parameter that is a number of seconds above 0 and at most `most`, or
// `usual` if it is not given.
double seconds_asked(const Asked& asked, const std::string& name, double usual, double most);

// Returns the value of a parameter that is a whole number from `least` to `most`, or `usual` if it
// is not given.
std::uint64_t whole_number_asked(const Asked& asked, const std::string& name, std::uint64_t usual,
                                 std::uint64_t most, std::uint64_t least = 0);

// Returns how to read positions: by the parameters `notation`, which must be one with a position a
// line, and `mover_score`.
ReadOptions reading_asked(const Asked& asked);

// Returns the position or game of the parameter `position`.
ParsedGame game_asked_about(const Asked& asked);

// Returns the parameter `order` of moves: whether it is `best`. By default they are by index.
bool best_first(const Asked& asked);

// Returns the game of the body or of the parameter `game`, from the position `start` on.
Game game_asked(const Asked& asked);

}  // namespace pipo
