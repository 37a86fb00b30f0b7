// Are results to be coloured?
#pragma once

#include <ostream>
#include <string_view>

namespace pipo {

// `when` is "always", "never" or "auto": if `out` is std::cout and that is a terminal which knows
// colours, unless NO_COLOR (no-color.org) is set to something.
bool in_colours(std::string_view when, const std::ostream& out);

}  // namespace pipo
