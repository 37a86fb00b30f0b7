// Which characters mean what in a picture.
#pragma once

#include <optional>

namespace pipo {

// The sides of a dot that a drawn edge may leave on.
struct Arms {
  static constexpr unsigned up = 1;
  static constexpr unsigned right = 2;
  static constexpr unsigned down = 4;
  static constexpr unsigned left = 8;
};

// A dot that says nothing of the edges around it: + * . o, two round dots, and the crosses of box
// drawing, which many draw everywhere.
bool is_plain_dot(char32_t character);

// The arms of a piece of box drawing, light, heavy, double or rounded, that stands where a dot is:
// corners, tees, ends. Nothing for all else.
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

// Part of a line, which cannot be a mark inside a box.
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
