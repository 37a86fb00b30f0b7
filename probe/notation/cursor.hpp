// A place in a text that is read from left to right; what is wrong is told with that place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notations.hpp"

namespace pipo {

// What a notation throws: of several that do not fit, the one that got furthest is the one meant.
class Malformed : public BadInput {
 public:
  Malformed(const std::string& place, std::string reason, std::size_t offset)
      : BadInput(place + ": " + reason), reason_(std::move(reason)), offset_(offset) {}
  std::size_t offset() const { return offset_; }
  // Without the place, for texts that are part of another one.
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
  std::size_t offset_;
};

class Cursor {
 public:
  // Messages name the line only where there may be several.
  Cursor(std::string_view text, NotationForm form) : text_(text), form_(form) {}

  std::size_t offset() const { return offset_; }
  bool at_end() const { return offset_ == text_.size(); }
  bool at(std::string_view part) const { return text_.substr(offset_).starts_with(part); }

  // The next character; '\0' at the end.
  char peek() const { return at_end() ? '\0' : text_[offset_]; }
  char next();

  // Passes over this if it comes next.
  bool take(char character);
  bool take(std::string_view part);
  // Passes over spaces and tabs; were there any?
  bool skip_spaces();
  // All up to the next of these characters, or to the end.
  std::string_view take_until(std::string_view ends);

  // Passes over this, or refuses what stands there. `what` begins with "a" or "the".
  void expect(std::string_view part, std::string_view what);

  // A decimal number without sign or leading zeros, from least to most, all of which fit an int.
  int number(std::string_view what, int least, int most);
  // One of the letters from first to last, as a number from 0.
  int letter(std::string_view what, char first, char last);

  // Throws Malformed that names this place, or another.
  [[noreturn]] void refuse(const std::string& reason) const { refuse_at(offset_, reason); }
  [[noreturn]] void refuse_at(std::size_t offset, const std::string& reason) const;
  // Something else should be here.
  [[noreturn]] void refuse_for(std::string_view expected) const;

  // "column 7", or "line 2, column 7"
  std::string place(std::size_t offset) const;

 private:
  std::string_view text_;
  NotationForm form_;
  std::size_t offset_ = 0;
};

}  // namespace pipo
