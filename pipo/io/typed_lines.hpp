// Lines one by one, as a person or a program types them and waits for the answer.
#pragma once

#include <istream>
#include <string>

namespace pipo {

struct TypedLine {
  std::string text;       // without its end
  bool too_long = false;  // more than kLongestLine: the text is its beginning
};

// Waits for a line; false at the end of the input. What goes on for longer than any line is passed
// over and not kept. Throws BadInput when the stream cannot be read.
bool next_line(std::istream& in, TypedLine& line);

}  // namespace pipo
