#include "pipo/io/typed_lines.hpp"

#include "pipo/io/line_reader.hpp"

namespace pipo {

bool next_line(std::istream& in, TypedLine& line) {
  line = {};
  constexpr int kEnd = std::streambuf::traits_type::eof();
  std::streambuf& from = *in.rdbuf();
  int c = from.sbumpc();
  if (c == kEnd) return false;
  for (; c != kEnd && c != '\n'; c = from.sbumpc()) {
    if (line.text.size() < kLongestLine) {
      line.text += static_cast<char>(c);
    } else {
      line.too_long = true;
    }
  }
  return true;
}

}  // namespace pipo
