// Whether a position can be solved, and how far it is from one that can.
#pragma once

#include <optional>
#include <string>

#include "pipopipette/position.hpp"
#include "solve/budget.hpp"

namespace pipo {

// Returns whether the solver would begin to solve the position within this budget. Otherwise, and
// if its sweep takes nearly all of the memory, it may refuse the position at once.
bool would_begin(const Position& position, const Budget& budget);

// Returns about how many more edges must be drawn, at random, until a sweep of the position fits
// into the budget: 0 if it fits already, nothing if none ever does. Boards that only a search solves
// give 0 or nothing: whether one would begin within the budget. Takes about a tenth of a second, even
// if the time is over. Throws Stopped if the caller says so.
std::optional<int> edges_missing(const Position& position, const Budget& budget);

// Returns this as the remedy of an error: "it can be solved when about 3 more edges are drawn", at
// least one.
std::string when_solvable(std::optional<int> missing);

}  // namespace pipo
