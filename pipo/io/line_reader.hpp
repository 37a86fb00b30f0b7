// Lines of a stream as they arrive: as many at a time as are there, so that files are read in large
// pieces and a program at the other end of a pipe gets its answers without waiting.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/error.hpp"

namespace pipo {

// Longer than any line of positions; what goes on for longer is something else, and is not taken
// into memory to find out where it ends.
constexpr std::size_t kLongestLine = std::size_t{64} << 10;

struct TextLine {
  std::uint64_t number = 0;  // 1 for the first
  std::string_view text;     // without spaces, tabs and carriage returns at either end
  std::size_t column = 1;    // where the text begins in its line
};

// Empty, or begins with #.
bool is_remark(const TextLine& line);

class LineReader {
 public:
  // `name` is how errors call the stream; `begun` is what has been read of it already.
  LineReader(std::istream& in, std::string name, std::string begun = {})
      : in_(in), name_(std::move(name)), buffer_(std::move(begun)) {}

  // Replaces `lines` by the next ones, at least one and 320 KiB at most; waits only when none is
  // there. False at the end. A UTF-8 byte order mark before the first line is skipped. The texts
  // are valid until the next call. Throws BadInput when the stream cannot be read, or a line is
  // longer than kLongestLine, after all lines before that; a line that breaks off there is not
  // handed out.
  bool next(std::vector<TextLine>& lines);

  // Hands all lines but remarks to `take`, as next() does. Returns what next() or `take` complained
  // of as BadInput, if anything: all lines before it have been taken.
  template <typename Take>
  std::optional<std::string> read_all(Take&& take) {
    std::vector<TextLine> lines;
    try {
      while (next(lines)) {
        std::erase_if(lines, is_remark);
        take(lines);
      }
      return {};
    } catch (const BadInput& error) {
      return error.what();
    }
  }

 private:
  bool fill();
  bool fill_or_end();
  void hand_out(std::vector<TextLine>& lines);
  [[noreturn]] void refuse_line() const;

  std::istream& in_;
  std::string name_;
  std::string buffer_;
  std::size_t used_ = 0;  // of buffer_, by the lines of the last call
  std::uint64_t count_ = 0;
};

}  // namespace pipo
