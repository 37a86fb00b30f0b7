// Untrusted text in one-line messages: decodes UTF-8 and escapes what is not printable.
//
// Write pipo::quoted in files that include <iomanip>, since std::quoted also takes a std::string.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pipo {

// Returns the length in bytes of the text's first character, or 0 if the text is empty or begins
// with an invalid sequence. Invalid are truncated and overlong sequences, UTF-16 surrogates, and
// code points beyond U+10FFFF (RFC 3629).
std::size_t utf8_length(std::string_view text);

// Returns the text's first character, whose length is `length` bytes.
char32_t utf8_character(std::string_view text, std::size_t length);

// Returns the character in single quotes; a byte that is not printable ASCII becomes \xNN.
std::string quoted(char character);

// Returns the text in single quotes, escaped in the same way; a long text is cut and ends in "...".
std::string quoted(std::string_view text);

// Returns the text in a form that is safe for a terminal. Control characters and bytes that are not
// valid UTF-8 become \xNN; everything else is unchanged. File names and the contents of files need
// this, since they can contain any byte.
std::string printable(std::string_view text);

}  // namespace pipo
