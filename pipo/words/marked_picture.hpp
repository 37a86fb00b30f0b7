// Pictures that show the components of a position.
#pragma once

#include <string>

#include "theory/explanation.hpp"

namespace pipo {

// Returns a picture of the position with a letter in every box: that of its component, or "*" for a
// box on offer. Complete boxes stay empty.
std::string marked_picture(const theory::Explanation& explanation);

}  // namespace pipo
