#include "pipo/io/typed_lines.hpp"

#include "pipo/io/compressed.hpp"
#include "pipo/io/encoding.hpp"
#include "pipo/io/line_reader.hpp"

namespace pipo {

bool next_line(std::istream& in, TypedLine& line) try {
  constexpr int kEnd = std::streambuf::traits_type::eof();
  line = {.text = {}, .number = line.number + 1};
  std::streambuf& from = *in.rdbuf();
  int c = from.sbumpc();
  if (c == kEnd) return false;
  for (; c != kEnd && c != '\n'; c = from.sbumpc()) {
    line.too_long = line.text.size() == kLongestLine;
    if (!line.too_long) line.text += static_cast<char>(c);
  }
  if (line.number == 1) {
    require_utf8(line.text, "standard input");
    if (line.text.starts_with(kByteOrderMark)) line.text.erase(0, kByteOrderMark.size());
  }
  return true;
} catch (const std::ios_base::failure& error) {
  throw unreadable("standard input", error);
}

}  // namespace pipo
