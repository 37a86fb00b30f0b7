// The parts that readers of pictures share: the characters of a picture and their meaning, its text
// as lines of characters, and the edges found in it. pipopipette/picture.hpp has parse_picture().
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipopipette/position.hpp"

namespace pipo {

// True for + * . o, two round dots, and the crosses, corners, tees and ends of box drawing.
bool is_dot(char32_t character);

inline bool is_horizontal_line(char32_t character) {
  return character == U'-' || character == U'\u2500' || character == U'\u2501' ||
         character == U'\u2550';
}

inline bool is_vertical_line(char32_t character) {
  return character == U'|' || character == U'\u2502' || character == U'\u2503' ||
         character == U'\u2551';
}

// True for characters that are part of a line, which cannot be a mark inside a box.
inline bool is_line_drawing(char32_t character) {
  return character == U'|' || (character >= 0x2500 && character < 0x2580);
}

inline bool is_decimal_digit(char32_t character) {
  return character >= U'0' && character <= U'9';
}

inline bool is_sign(char32_t character) {
  return character == U'+' || character == U'-';
}

// The text as lines of characters, each in the column where the user sees it.
class PictureLines {
 public:
  // Reads UTF-8, with or without a byte order mark, with lines ended by LF or CRLF. Throws BadInput
  // for invalid UTF-8, for a tab or another control character, and for a text longer than
  // kLongestPicture.
  explicit PictureLines(std::string_view text);

  // Returns the character at a place. Lines and columns count from zero here, from one in messages.
  // Beyond the end of a line, and beyond the last line, every character is a space.
  char32_t at(std::size_t line, std::size_t column) const {
    return column < length(line) ? lines_[line][column] : U' ';
  }

  // The number of characters in a line, without trailing spaces.
  std::size_t length(std::size_t line) const {
    return line < lines_.size() ? lines_[line].size() : 0;
  }

  // The number of characters in a line, with trailing spaces.
  std::size_t given_length(std::size_t line) const {
    return line < given_lengths_.size() ? given_lengths_[line] : 0;
  }

  // Returns the first line >= `line` that is not blank, or npos if there is none.
  std::size_t next_written(std::size_t line) const;

  // Returns the column of the first character of the line that is not a space, or 0 if there is
  // none.
  std::size_t first_written(std::size_t line) const;

  // Throws BadInput with the place, what was expected there and the character found instead.
  [[noreturn]] void refuse(std::size_t line, std::size_t column, std::string_view expected) const;

  static constexpr std::size_t npos = std::string_view::npos;

 private:
  std::vector<std::u32string> lines_;  // without trailing spaces
  std::vector<std::size_t> given_lengths_;
};

// Returns the position with these drawn edges, each list row by row.
Position position_of(const Board& board, const std::vector<bool>& horizontals,
                     const std::vector<bool>& verticals);

}  // namespace pipo
