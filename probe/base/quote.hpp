// Foreign text made fit for a one-line message.
//
// Call it as pipo::quoted where <iomanip> is about: std::quoted takes a std::string too.
#pragma once

#include <string>
#include <string_view>

namespace pipo {

// The character between single quotes; bytes that are not printable ASCII as \xNN.
std::string quoted(char character);

// The text between single quotes, in the same manner; a long one is cut and ends in "...".
std::string quoted(std::string_view text);

// The text as a terminal may be given it: control characters, and bytes that are no UTF-8, as \xNN;
// all else as it is. File names and what files hold can be anything.
std::string printable(std::string_view text);

}  // namespace pipo
