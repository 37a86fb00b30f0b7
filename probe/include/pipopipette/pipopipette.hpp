// The whole library except for the solver.
//
//   #include <pipopipette/pipopipette.hpp>
//   #include <iostream>
//
//   int main() {
//     const pipo::Tables tables({"tables"});
//     const pipo::Position position = pipo::parse_position("3x3:110001000011101010101000");
//     std::cout << tables.value(position) << '\n';   // 3: the player to move wins by 3 boxes
//   }
//
// A position is a board and the set of its drawn edges (position.hpp). It is read from text
// (notation.hpp), from a picture (picture.hpp), or from the notation of another program
// (notations.hpp). The rules of the game (rules.hpp) and whole games (game.hpp) need no table.
// Tables (tables.hpp) has the values of positions, one by one or many at once. StoredPositions
// (stored_positions.hpp) lists all stored positions of a layer. Errors are those of error.hpp. Link
// with Pipopipette::probe (CMake) or `pkg-config --libs pipopipette`.
//
// Solver (solver.hpp) computes values without tables. It is not included here because it is part
// of a larger library, which contains all of this one. To use it, link with Pipopipette::solver or
// `pkg-config --libs pipopipette-solver` instead.
#pragma once

#include "pipopipette/board.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/game.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/position.hpp"
#include "pipopipette/rules.hpp"
#include "pipopipette/stored_positions.hpp"
#include "pipopipette/table_identity.hpp"
#include "pipopipette/tables.hpp"
#include "pipopipette/version.h"
