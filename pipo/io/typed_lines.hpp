// Reads lines one by one, as a person or a program types them and waits for the answer.
#pragma once

#include <istream>
#include <string>

namespace pipo {

struct TypedLine {
  std::string text;       // without its end
  bool too_long = false;  // longer than kLongestLine: the text is its beginning
};

// Waits for a line; returns false at the end of the input. The rest of a line that is too long is
// skipped. Throws BadInput if the stream cannot be read.
bool next_line(std::istream& in, TypedLine& line);

}  // namespace pipo
