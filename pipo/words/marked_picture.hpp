// Pictures that show what a position is made of.
#pragma once

#include <string>

#include "probe/endgame/explanation.hpp"

namespace pipo {

// The position with a letter in every box: that of its component, or "*" for a box on offer. Boxes
// that are complete stay empty.
std::string marked_picture(const endgame::Explanation& explanation);

}  // namespace pipo
