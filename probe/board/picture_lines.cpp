#include "probe/board/picture_lines.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

// + * . o, middle dot, bullet; then box drawing, light, heavy and double: crosses, corners, rounded
// corners, tees, ends.
constexpr std::u32string_view kDots =
    U"+*.o\u00b7\u2022\u253c\u254b\u256c\u250c\u250f\u2554\u2510\u2513\u2557\u2514\u2517\u255a"
    U"\u2518\u251b\u255d\u256d\u256e\u2570\u256f\u251c\u2523\u2560\u2524\u252b\u2563\u252c\u2533"
    U"\u2566"
    U"\u2534\u253b\u2569\u2574\u2578\u2575\u2579\u2576\u257a\u2577\u257b";

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

[[noreturn]] void refuse_at(std::size_t line, std::size_t column, std::string_view expected,
                            std::string_view got) {
  throw BadInput(fmt::format("picture, line {}, column {}: expected {}, got {}", line + 1,
                             column + 1, expected, got));
}

std::string name_of(char32_t character) {
  if (character == U'\t') return "a tab";
  if (character == U' ') return "a space";
  if (character < 0x80) return quoted(static_cast<char>(character));
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(character));
}

bool is_control(char32_t character) {
  return character < 0x20 || (character >= 0x7f && character < 0xa0);
}

std::u32string characters(std::size_t line, std::string_view text) {
  std::u32string result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) refuse_at(line, result.size(), "text in UTF-8", quoted(text[0]));
    const char32_t character = utf8_character(text, length);
    text.remove_prefix(length);
    if (is_control(character)) {
      refuse_at(line, result.size(), character == U'\t' ? "spaces" : "a character that can be seen",
                name_of(character));
    }
    result += character;
  }
  return result;
}

}  // namespace

bool is_dot(char32_t character) {
  return kDots.find(character) != kDots.npos;
}

PictureLines::PictureLines(std::string_view text) {
  if (text.size() > kLongestPicture) {
    throw BadInput(
        fmt::format("picture: it is longer than {} KiB, the limit", kLongestPicture >> 10));
  }
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::u32string given = characters(lines_.size(), line);
    given_lengths_.push_back(given.size());
    given.erase(given.find_last_not_of(U' ') + 1);
    lines_.push_back(std::move(given));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

std::size_t PictureLines::next_written(std::size_t line) const {
  for (; line < lines_.size(); ++line) {
    if (!lines_[line].empty()) return line;
  }
  return npos;
}

std::size_t PictureLines::first_written(std::size_t line) const {
  const std::size_t first = line < lines_.size() ? lines_[line].find_first_not_of(U' ') : npos;
  return first == npos ? 0 : first;
}

void PictureLines::refuse(std::size_t line, std::size_t column, std::string_view expected) const {
  refuse_at(line, column, expected, column < length(line) ? name_of(at(line, column)) : "nothing");
}

Position position_of(const Board& board, const std::vector<bool>& horizontals,
                     const std::vector<bool>& verticals) {
  Position position{board, {}};
  for (int edge = 0; edge < board.edges(); ++edge) {
    const int vertical = edge - board.horizontals();
    if (vertical < 0 ? horizontals[static_cast<std::size_t>(edge)]
                     : verticals[static_cast<std::size_t>(vertical)]) {
      position.drawn.insert(edge);
    }
  }
  return position;
}

}  // namespace pipo
