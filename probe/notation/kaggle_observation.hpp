// The observation of an agent on Kaggle, which is also a part of the replay of a game.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "pipopipette/game.hpp"

namespace pipo {

// Returns the position, the player to move and the owners of the boxes that an observation gives.
// Throws BadInput for what is missing or contradicts another part of it.
Game read_observation(const nlohmann::json& observation);

// Writes an observation, a JSON object. Throws BadInput if the player to move or an owner is
// unknown.
std::string write_observation(const Game& game);

}  // namespace pipo
