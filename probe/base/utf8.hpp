// Decodes UTF-8, character by character.
#pragma once

#include <cstddef>
#include <string_view>

namespace pipo {

// Returns the length in bytes of the text's first character, or 0 if the text is empty or begins
// with an invalid sequence. Invalid are truncated and overlong sequences, UTF-16 surrogates, and
// code points beyond U+10FFFF (RFC 3629).
std::size_t utf8_length(std::string_view text);

// Returns the text's first character, whose length is `length` bytes.
char32_t utf8_character(std::string_view text, std::size_t length);

}  // namespace pipo
