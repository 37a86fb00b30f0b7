// The encoding of input. Everything is read as UTF-8.
#pragma once

#include <cstddef>
#include <istream>
#include <string>
#include <string_view>

namespace pipo {

// At the beginning of a text in UTF-8; it is not part of the text.
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The first bytes of input that show its encoding.
constexpr std::size_t kShowsEncoding = 4;

// Throws BadInput, which names `name` and the remedy, if a text that begins like this is UTF-16 or
// UTF-32, as PowerShell's > writes it.
void require_utf8(std::string_view begin, const std::string& name);

}  // namespace pipo
