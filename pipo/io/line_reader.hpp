// Reads the lines of a stream as they arrive, all available ones at a time. So files are read in
// large pieces, and a program at the other end of a pipe gets its answers without waiting.
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/error.hpp"

namespace pipo {

// The limit for a line, larger than any line of positions. Longer input is not such a file, and it
// is not read into memory to find the end of the line.
constexpr std::size_t kLongestLine = std::size_t{64} << 10;

struct TextLine {
  std::uint64_t number = 0;  // 1 for the first
  std::string_view text;     // without spaces, tabs and carriage returns at either end
  std::size_t column = 1;    // where the text begins in its line, from 1
};

// Returns whether the line is empty or begins with '#'.
bool is_remark(const TextLine& line);

class LineReader {
 public:
  // `name` is the stream's name in errors; `begun` is the part of it that has already been read.
  LineReader(std::istream& in, std::string name, std::string begun = {})
      : in_(in), name_(std::move(name)), buffer_(std::move(begun)) {}

  // Replaces `lines` by the next ones: at least one, and at most 320 KiB. Waits only if none is
  // available. Returns false at the end. Skips a UTF-8 byte order mark before the first line. The
  // texts are valid until the next call. Throws BadInput if the stream cannot be read or is UTF-16,
  // or if a line is longer than kLongestLine, after returning all lines before that; a line cut off
  // by the error is not returned.
  bool next(std::vector<TextLine>& lines);

  // Passes all lines but remarks to `take`, in groups as next() returns them. Returns the message
  // of a BadInput from next() or `take`, if any; all lines before it have been taken.
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
  void hand_out(std::vector<TextLine>& lines);
  [[noreturn]] void refuse_line() const;

  std::istream& in_;
  std::string name_;
  std::string buffer_;
  std::size_t used_ = 0;  // bytes of buffer_ used by the lines of the last call
  std::uint64_t count_ = 0;
};

}  // namespace pipo
