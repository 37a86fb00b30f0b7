#include "pipo/io/typed_lines.hpp"

#include "pipo/io/line_reader.hpp"
#include "pipo/io/raw_input.hpp"

namespace pipo {

namespace {

bool read_line(std::streambuf& from, TypedLine& line) {
  constexpr int kEnd = std::streambuf::traits_type::eof();
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

}  // namespace

bool next_line(std::istream& in, TypedLine& line) {
  line = {};
  return reading("standard input", [&] { return read_line(*in.rdbuf(), line); });
}

}  // namespace pipo
