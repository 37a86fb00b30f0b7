// Bounds on a value, as text and as JSON.
#pragma once

#include <string>

#include "pipo/words/standing.hpp"
#include "pipopipette/solver.hpp"

namespace pipo {

// "value at least +3: the player to move wins", "value from -7 to +5".
std::string bounds_text(const Bounds& bounds, const Window& window);

// Returns several lines: the position, its layer, what is known of its value, the move that
// achieves the lower bound, and how it was found.
std::string enclosure_text(const Enclosure& found, const Window& window, const Standing& standing);

// Returns one line of JSON.
std::string enclosure_json(const Enclosure& found, const Standing& standing);

}  // namespace pipo
