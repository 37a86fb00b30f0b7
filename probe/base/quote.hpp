// Escapes untrusted text for one-line messages.
//
// Write pipo::quoted in files that include <iomanip>, since std::quoted also takes a std::string.
#pragma once

#include <string>
#include <string_view>

namespace pipo {

// Returns the character in single quotes; a byte that is not printable ASCII becomes \xNN.
std::string quoted(char character);

// Returns the text in single quotes, escaped in the same way; a long text is cut and ends in "...".
std::string quoted(std::string_view text);

// Returns the text in a form that is safe for a terminal. Control characters and bytes that are not
// valid UTF-8 become \xNN; everything else is unchanged. File names and the contents of files need
// this, since they can contain any byte.
std::string printable(std::string_view text);

}  // namespace pipo
