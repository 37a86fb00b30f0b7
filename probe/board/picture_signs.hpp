// The characters of a picture and their meaning.
#pragma once

#include <optional>

namespace pipo {

// The directions in which a drawn edge may leave a dot.
struct Arms {
  static constexpr unsigned up = 1;
  static constexpr unsigned right = 2;
  static constexpr unsigned down = 4;
  static constexpr unsigned left = 8;
};

// True for a dot that does not depend on the edges around it: + * . o, two round dots, and the
// box-drawing crosses, which many people draw at every dot.
bool is_plain_dot(char32_t character);

// Returns the arms of a box-drawing character that serves as a dot: a corner, tee or end, light,
// heavy, double or rounded. Returns nothing for any other character.
std::optional<unsigned> arms_of(char32_t character);

inline bool is_dot(char32_t character) {
  return is_plain_dot(character) || arms_of(character).has_value();
}

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

}  // namespace pipo
