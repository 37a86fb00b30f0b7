// Text in UTF-8, character by character.
#pragma once

#include <cstddef>
#include <string_view>

namespace pipo {

// Bytes of the character that the text begins with; 0 if it is empty or begins with none: cut off,
// written longer than necessary, half of a UTF-16 pair, beyond the last character (RFC 3629).
std::size_t utf8_length(std::string_view text);

// The character at the front, which is one of so many bytes.
char32_t utf8_character(std::string_view text, std::size_t length);

}  // namespace pipo
