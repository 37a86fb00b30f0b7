// A cursor in a text that is read from left to right. Its errors name the place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notations.hpp"

namespace pipo {

inline bool is_figure(char character) {
  return character >= '0' && character <= '9';
}

// An error of a notation, with its offset in the text. If no notation can read a text, recognise()
// reports the error with the largest offset.
class Malformed : public BadInput {
 public:
  Malformed(const std::string& place, std::string reason, std::size_t offset)
      : BadInput(place + ": " + reason), reason_(std::move(reason)), offset_(offset) {}
  std::size_t offset() const { return offset_; }
  // The message without the place, for texts that are part of another one.
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
  std::size_t offset_;
};

class Cursor {
 public:
  // Messages name the line only in forms that may have several lines.
  Cursor(std::string_view text, NotationForm form) : text_(text), form_(form) {}

  std::size_t offset() const { return offset_; }
  bool at_end() const { return offset_ == text_.size(); }
  bool at(std::string_view part) const { return text_.substr(offset_).starts_with(part); }

  // Returns the next character, or '\0' at the end; next() also moves past it.
  char peek() const { return at_end() ? '\0' : text_[offset_]; }
  char next();

  // Skips this character or text if it comes next; returns whether it did.
  bool take(char character);
  bool take(std::string_view part);
  // Skip spaces and tabs, or line ends too; return whether there were any.
  bool skip_spaces();
  bool skip_white_space();
  // Skips spaces and the end of the line after them. Returns false at the end of the text. Refuses
  // anything else.
  bool end_line();
  // Skips the end of this line and the blank lines and comments after it. Returns false at the end
  // of the text.
  bool next_line();
  // Skips blank lines, from the beginning of a line on; skip_comments() also skips lines that begin
  // with '#'.
  void skip_blank_lines();
  void skip_comments();
  // Takes this number of characters, which must be there.
  std::string_view take_next(std::size_t length);
  // Takes the text up to the next of these characters, or to the end.
  std::string_view take_until(std::string_view ends);

  // Returns the text from here up to a later place of the same text.
  std::string_view up_to(const Cursor& later) const {
    return text_.substr(offset_, later.offset_ - offset_);
  }

  // Skips `part`, or refuses the text here. `what` names the expected part and begins with "a" or
  // "the".
  void expect(std::string_view part, std::string_view what);

  // Reads a decimal number without sign or leading zeros, from `least` to `most`.
  int number(std::string_view what, int least, int most);
  // Reads one of the letters from `first` to `last`, as a number from 0.
  int letter(std::string_view what, char first, char last);
  // Returns the board of this size. Refuses a size that no board has at `offset`.
  Board board(std::size_t offset, int rows, int columns) const;

  // Throws Malformed with this place, or with the place at `offset`.
  [[noreturn]] void refuse(const std::string& reason) const { refuse_at(offset_, reason); }
  [[noreturn]] void refuse_at(std::size_t offset, const std::string& reason) const;
  // Throws Malformed with this place, the expected text and the actual text.
  [[noreturn]] void refuse_for(std::string_view expected) const;

  // Returns "column 7", or "line 2, column 7" in forms that may have several lines.
  std::string place(std::size_t offset) const;

 private:
  std::string_view text_;
  NotationForm form_;
  std::size_t offset_ = 0;
};

}  // namespace pipo
