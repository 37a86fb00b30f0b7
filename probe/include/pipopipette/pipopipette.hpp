// All of the library but for the solver.
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
// A position is a board and the set of its drawn edges (position.hpp), read from text and from
// pictures (notation.hpp, picture.hpp), and as other programs write it (notations.hpp). Tables
// (tables.hpp) answers positions, one by one or many at once; StoredPositions
// (stored_positions.hpp) goes through a whole table. Errors are those of error.hpp. Link with
// Pipopipette::probe (CMake) or `pkg-config --libs pipopipette`.
//
// Values without tables are those of Solver (solver.hpp). It is not included here, as it stands in
// a larger library that has all of this, too: link with Pipopipette::solver or
// `pkg-config --libs pipopipette-solver` instead.
#pragma once

#include "pipopipette/board.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/position.hpp"
#include "pipopipette/stored_positions.hpp"
#include "pipopipette/table_identity.hpp"
#include "pipopipette/tables.hpp"
#include "pipopipette/version.h"
