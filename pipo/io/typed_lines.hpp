// Reads lines one by one, as a person or a program types them and waits for the answer.
#pragma once

#include <cstdint>
#include <istream>
#include <string>

namespace pipo {

struct TypedLine {
  std::string text;          // without its end, and the first without a UTF-8 byte order mark
  bool too_long = false;     // longer than kLongestLine: the text is its beginning
  std::uint64_t number = 0;  // 1 for the first
};

// Waits for a line; returns false at the end of the input. The rest of a line that is too long is
// skipped. Throws BadInput if the stream cannot be read or is UTF-16. Pass the same object for each
// line of a stream.
bool next_line(std::istream& in, TypedLine& line);

}  // namespace pipo
