// One loony endgame of each named shape: its drawn edges and known values.
#pragma once

#include "theory/structure.hpp"

namespace pipo::theory {

struct Example {
  const char* name;
  Kind kind;
  int valence, joints;
  int strings, loops;  // n and m
  const char* picture;
};

inline constexpr Example kShapes[] = {
    {"chain", Kind::chain, 2, 0, 1, 0,
     "+--+--+--+\n"
     "          \n"
     "+--+--+--+\n"},
    {"loop", Kind::loop, 0, 0, 0, 1,
     "+--+--+\n"
     "|     |\n"
     "+  +  +\n"
     "|     |\n"
     "+--+--+\n"},
    {"T", Kind::tee, 6, 1, 2, 0,
     "+--+--+--+--+--+\n"
     "|              |\n"
     "+  +--+  +--+  +\n"
     "   |  |  |  |   \n"
     "+--+--+  +--+--+\n"
     "|  |     |  |  |\n"
     "+--+  +--+--+--+\n"},
    {"X", Kind::cross, 8, 1, 3, 0,
     "+--+  +--+--+--+\n"
     "|  |     |  |  |\n"
     "+--+--+  +--+--+\n"
     "|  |  |  |  |   \n"
     "+--+--+  +--+  +\n"
     "|              |\n"
     "+  +--+  +--+--+\n"
     "   |  |  |  |  |\n"
     "+--+--+  +--+--+\n"
     "|  |  |     |  |\n"
     "+--+--+--+  +--+\n"},
    {"dipper", Kind::dipper, 4, 1, 1, 1,
     "+--+--+--+--+--+\n"
     "|               \n"
     "+  +  +--+--+--+\n"
     "|     |  |  |  |\n"
     "+--+--+--+--+--+\n"},
    {"shackles", Kind::shackles, 4, 1, 1, 1,
     "+--+--+--+\n"
     "|     |  |\n"
     "+  +  +--+\n"
     "|        |\n"
     "+--+  +  +\n"
     "|  |     |\n"
     "+--+--+--+\n"},
    {"earmuffs", Kind::earmuffs, 6, 2, 1, 2,
     "+--+--+--+--+--+--+--+\n"
     "|                    |\n"
     "+  +  +--+--+--+  +  +\n"
     "|     |  |  |  |     |\n"
     "+--+--+--+--+--+--+--+\n"},
    {"eight", Kind::eight, 6, 2, 1, 1,
     "+--+--+--+--+--+\n"
     "|              |\n"
     "+  +--+--+--+  +\n"
     "|              |\n"
     "+  +--+--+--+  +\n"
     "|              |\n"
     "+--+--+--+--+--+\n"},
};

}  // namespace pipo::theory
