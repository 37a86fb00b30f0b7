// Decides whether results are coloured.
#pragma once

#include <ostream>
#include <string_view>

namespace pipo {

// `when` is "always", "never" or "auto": coloured if `out` is std::cout and that is a terminal that
// supports colours, unless NO_COLOR (no-color.org) is not empty.
bool in_colours(std::string_view when, const std::ostream& out);

}  // namespace pipo
