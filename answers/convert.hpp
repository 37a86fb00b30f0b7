// Notations, and games read in them, as JSON.
#pragma once

#include <string_view>

#include "pipopipette/notations.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

// Lists the notations, an object each.
Json notations_json();

// Describes a game that was read in this notation.
Json game_json(std::string_view notation, const Game& game);

}  // namespace pipo
