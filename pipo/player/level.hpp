// The levels of the player, for people. They limit what it knows and how long it thinks; no level
// deliberately plays worse than its knowledge allows.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "pipo/player/player.hpp"
#include "pipopipette/solver.hpp"

namespace pipo {

constexpr int kWeakest = 1;
constexpr int kStrongest = 10;

// From this level on the whole theory is known, and from the next one on positions are solved.
constexpr int kLevelOfTheory = 5;

// Returns what a level does, such as "takes every box, otherwise draws any edge".
std::string_view description(int level);

// Returns the limits of a question for a level above kLevelOfTheory, or nothing if the level does
// not solve the position.
std::optional<SolverOptions> limits_of_level(int level, const Position& position,
                                             SolverOptions options);

// Chooses a move by the rules of a level below kLevelOfTheory. `seconds` limits the theory as in
// choose_by_theory().
Choice choose_by_rules(const Position& position, int level, std::uint64_t seed, double seconds);

}  // namespace pipo
