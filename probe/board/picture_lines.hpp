// The text of a picture as lines of characters, each at the place where the user sees it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pipo {

class PictureLines {
 public:
  // Reads UTF-8, with or without a byte order mark, lines ended by LF or CRLF. Throws BadInput
  // where it is none, where there is a tab or another control character, and where it is too long.
  explicit PictureLines(std::string_view text);

  // Lines and columns count from zero here, from one in messages. Beyond the end of a line, and
  // beyond the last line, all is space.
  char32_t at(std::size_t line, std::size_t column) const {
    return column < length(line) ? lines_[line][column] : U' ';
  }

  // The number of characters without the spaces at the end.
  std::size_t length(std::size_t line) const {
    return line < lines_.size() ? lines_[line].size() : 0;
  }

  // And with them, as it was given.
  std::size_t given_length(std::size_t line) const {
    return line < given_lengths_.size() ? given_lengths_[line] : 0;
  }

  // The first line from this one on that is not blank; npos if there is none.
  std::size_t next_written(std::size_t line) const;

  // The first character of the line that is no space; 0 if there is none.
  std::size_t first_written(std::size_t line) const;

  // Throws BadInput: not this, but that was expected here.
  [[noreturn]] void refuse(std::size_t line, std::size_t column, std::string_view expected) const;

  static constexpr std::size_t npos = std::string_view::npos;

 private:
  std::vector<std::u32string> lines_;  // without the spaces at their ends
  std::vector<std::size_t> given_lengths_;
};

}  // namespace pipo
