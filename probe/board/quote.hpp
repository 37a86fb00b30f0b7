// Foreign text made fit for a one-line message.
#pragma once

#include <string>
#include <string_view>

namespace pipo {

// The character between single quotes; bytes that are not printable ASCII as \xNN.
std::string quoted(char character);

// The text between single quotes, in the same manner; a long one is cut and ends in "...".
std::string quoted(std::string_view text);

}  // namespace pipo
