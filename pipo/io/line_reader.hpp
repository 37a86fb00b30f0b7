// Lines of a stream as they arrive: as many at a time as are there, so that files are read in large
// pieces and a program at the other end of a pipe gets its answers without waiting.
#pragma once

#include <cstdint>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace pipo {

struct TextLine {
  std::uint64_t number = 0;  // 1 for the first
  std::string_view text;     // without spaces, tabs and carriage returns at either end
};

class LineReader {
 public:
  // `name` is how errors call the stream.
  LineReader(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

  // Replaces `lines` by the next ones, at least one; waits only when none is there. False at the
  // end. The texts are valid until the next call. Throws BadInput when the stream cannot be read.
  bool next(std::vector<TextLine>& lines);

 private:
  bool fill();

  std::istream& in_;
  std::string name_;
  std::string buffer_;
  std::size_t used_ = 0;  // of buffer_, by the lines of the last call
  std::uint64_t count_ = 0;
};

}  // namespace pipo
