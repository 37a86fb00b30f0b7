// Reads pictures. The first row of dots determines the grid, and everything else must fit it. The
// boards in the prompts of Kaggle's agents have marks for open edges:
//
//     +---+ . +      "." an open horizontal, ":" or "." an open vertical edge,
//     | 1 : * :      "*" an open box, 1 or 2 the owner of a complete one
//     +---+ . +
#include "probe/board/parse_picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/rules.hpp"
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

namespace {

// The tees at the left border of box drawing: light, heavy, double.
bool is_left_tee(char32_t character) {
  return character == U'\u251c' || character == U'\u2523' || character == U'\u2560';
}

// OpenSpiel draws an open horizontal edge as the stubs of a line, with this many characters between
// two dots.
constexpr std::size_t kOpenSpielWidth = 3;
constexpr std::array<char32_t, kOpenSpielWidth> kStubs = {U'\u2574', U' ', U'\u2576'};

// The prompts of Kaggle's agents have this number of characters between two dots, with a mark in
// the middle for an open edge or a box.
constexpr std::size_t kPromptWidth = 3;

class PictureReader {
 public:
  // With `prompt`, open edges have marks, as in the prompts of Kaggle's agents.
  explicit PictureReader(std::string_view text, bool prompt) : lines_(text), prompt_(prompt) {}

  Position read() {
    find_grid();
    std::size_t line = top_;
    read_dot_row(line);
    for (; row_follows(line); line += 2) {
      read_box_row(line + 1);
      if (lines_.next_written(line + 2) != line + 2) {
        lines_.refuse(line + 2, left_, "a row of dots below that of boxes");
      }
      read_dot_row(line + 2);
    }
    const Board board(static_cast<int>((line - top_) / 2), static_cast<int>(columns_));
    const Position position = position_of(board, horizontals_, verticals_);
    if (prompt_) check_owners(position);
    return position;
  }

 private:
  // Finds the grid from the first row of dots. That row contains only dots, edges and numbers. The
  // plus sign of a number is not taken for a dot, since a digit follows it.
  void find_grid() {
    top_ = lines_.next_written(0);
    if (top_ == lines_.npos) lines_.refuse(0, 0, "a row of dots, such as '+--+  +'");
    left_ = lines_.first_written(top_);
    if (!is_dot(lines_.at(top_, left_))) {
      lines_.refuse(top_, left_, "a row of dots, such as '+--+  +'");
    }
    const std::size_t length = lines_.length(top_);
    if (prompt_) {
      width_ = kPromptWidth;
      columns_ = std::max<std::size_t>((length - 1 - left_ + width_) / (width_ + 1), 1);
      return;
    }
    std::size_t second = left_ + (stubs_follow(top_, left_ + 1) ? kOpenSpielWidth : 0) + 1;
    while (second < length &&
           (!is_dot(lines_.at(top_, second)) || is_decimal_digit(lines_.at(top_, second + 1)))) {
      ++second;
    }
    if (second >= length) lines_.refuse(top_, left_ + 1, "an edge and a second dot");
    width_ = second - left_ - 1;
    if (width_ == 0) lines_.refuse(top_, second, "'-' or a space between two dots");
    columns_ = (length - 1 - left_ + width_) / (width_ + 1);
  }

  bool stubs_follow(std::size_t line, std::size_t from) const {
    for (std::size_t i = 0; i < kStubs.size(); ++i) {
      if (lines_.at(line, from + i) != kStubs[i]) return false;
    }
    return true;
  }

  // True for an optional sign followed by digits.
  bool is_number(std::size_t line, std::size_t begin, std::size_t end) const {
    if (is_sign(lines_.at(line, begin))) ++begin;
    if (begin >= end) return false;
    for (; begin < end; ++begin) {
      if (!is_decimal_digit(lines_.at(line, begin))) return false;
    }
    return true;
  }

  void expect_all(std::size_t line, std::size_t from, std::size_t to, char32_t character,
                  std::string_view expected = "a space outside of the board") const {
    for (std::size_t column = from; column < to; ++column) {
      if (lines_.at(line, column) != character) lines_.refuse(line, column, expected);
    }
  }

  // Reads a horizontal edge: drawn from dot to dot, open, or open with a number in the middle.
  // Returns whether it is drawn.
  bool read_horizontal(std::size_t line, std::size_t from) const {
    const std::size_t to = from + width_;
    const char32_t kind = lines_.at(line, from);
    if (is_horizontal_line(kind)) {
      expect_all(line, from, to, kind, "the line to go on up to the next dot");
      return true;
    }
    if (prompt_) {
      for (std::size_t column = from; column < to; ++column) {
        const bool middle = column == from + kPromptWidth / 2;
        if (lines_.at(line, column) != (middle ? U'.' : U' ')) {
          lines_.refuse(line, column, "'---' or ' . ' between two dots");
        }
      }
      return false;
    }
    std::size_t begin = from, end = to;
    while (begin < end && lines_.at(line, begin) == U' ') ++begin;
    while (end > begin && lines_.at(line, end - 1) == U' ') --end;
    const std::size_t length = end - begin;
    const bool in_place = length + 2 <= width_ && begin - from == (width_ - length) / 2;
    if (length > 0 && !(in_place && is_number(line, begin, end))) {
      lines_.refuse(line, begin,
                    "'-' from dot to dot, or spaces, or a number in the middle of spaces");
    }
    return false;
  }

  void read_dot_row(std::size_t line) {
    expect_all(line, 0, left_, U' ');
    for (std::size_t c = 0; c <= columns_; ++c) {
      if (!is_dot(lines_.at(line, dot(c)))) {
        lines_.refuse(line, dot(c),
                      fmt::format("a dot: one picture, in which every row has the same dots, {} "
                                  "characters apart",
                                  width_ + 1));
      }
      if (c == columns_) break;
      horizontals_.push_back(!stubs_follow(line, dot(c) + 1) && read_horizontal(line, dot(c) + 1));
    }
    expect_all(line, dot(columns_) + 1, lines_.length(line), U' ',
               "nothing right of the last dot: one picture at a time");
  }

  // Reads the vertical edge below a dot and returns whether it is drawn. Sets [begin, end) to the
  // columns that it occupies.
  bool read_vertical(std::size_t line, std::size_t dot, std::size_t& begin,
                     std::size_t& end) const {
    const char32_t kind = lines_.at(line, dot);
    begin = dot;
    end = dot + 1;
    if (is_vertical_line(kind)) return true;
    if (prompt_) {
      if (kind != U':' && kind != U'.') lines_.refuse(line, dot, "'|', ':' or '.' below a dot");
      return false;
    }
    if (kind == U' ') return false;
    if (!is_decimal_digit(kind)) {
      lines_.refuse(line, dot,
                    is_dot(kind) ? "a row of boxes below the row of dots: one picture at a time"
                                 : "'|', a space or a number below a dot");
    }
    // A label is placed as by picture(): one of two characters extends to the left.
    while (begin > 0 && lines_.at(line, begin - 1) != U' ') --begin;
    while (lines_.at(line, end) != U' ') ++end;
    const std::size_t length = end - begin;
    if (length > width_ || dot - begin != length / 2 || !is_number(line, begin, end)) {
      lines_.refuse(line, begin, "a number right below the dot, or a space there");
    }
    return false;
  }

  void expect_no_line(std::size_t line, std::size_t from, std::size_t to) const {
    for (std::size_t column = from; column < to; ++column) {
      if (is_line_drawing(lines_.at(line, column))) {
        lines_.refuse(line, column, "no line inside of a box: '|' stands right below a dot");
      }
    }
  }

  void read_box_row(std::size_t line) {
    std::size_t begin = 0, end = 0;
    for (std::size_t c = 0; c <= columns_; ++c) {
      verticals_.push_back(read_vertical(line, dot(c), begin, end));
      if (c == 0) expect_all(line, 0, begin, U' ');
      if (c < columns_) expect_no_line(line, dot(c) + 1, dot(c + 1));
    }
    expect_all(line, end, lines_.length(line), U' ');
  }

  // Returns true if a row of boxes and a row of dots follow the row of dots in this line. Returns
  // false if it is the last row of dots, with only blank lines after it.
  bool row_follows(std::size_t line) const {
    const std::size_t next = lines_.next_written(line + 1);
    if (next == lines_.npos) {
      if (line == top_) lines_.refuse(line + 1, left_, "a row of boxes and a second row of dots");
      return false;
    }
    if (next > line + 2) {
      lines_.refuse(next, lines_.first_written(next),
                    "nothing after the last row of dots: one picture at a time");
    }
    if (next == line + 2 && !is_dot(lines_.at(next, left_))) {
      lines_.refuse(next, lines_.first_written(next),
                    "a row of dots below that of boxes, or nothing: one picture at a time");
    }
    if (next == line + 2) expect_no_gap(line + 1);
    return true;
  }

  // Refuses a blank line that may be either a row of boxes with open sides or the gap between two
  // pictures. It may be a gap if there are whole pictures above and below it. With spaces up to the
  // last dot, as picture() writes them, or below or above a tee, which is on the border of a
  // picture but not at its corner, it is a row of boxes.
  void expect_no_gap(std::size_t line) const {
    const std::size_t above = (line - 1 - top_) / 2;  // rows of boxes
    std::size_t below = 0;
    while (is_dot(lines_.at(line + 3 + 2 * below, left_))) ++below;
    if (above == 0 || below == 0 || lines_.given_length(line) > dot(columns_)) return;
    if (is_left_tee(lines_.at(line - 1, left_)) || is_left_tee(lines_.at(line + 1, left_))) return;
    throw BadInput(fmt::format(
        "picture, line {}, column {}: this is either one picture of {}x{} with a row of boxes "
        "without lines here, or two pictures of {}x{} and {}x{}; put a mark into a box of this row "
        "if "
        "it is one picture",
        line + 1, lines_.given_length(line) + 1, above + 1 + below, columns_, above, columns_,
        below, columns_));
  }

  // Refuses a complete box without its owner, and an open box without its mark. These marks also
  // show that the text is no picture of another kind.
  void check_owners(const Position& position) const {
    const IndexSet complete = complete_boxes(position);
    for (int box = 0; box < position.board.boxes(); ++box) {
      const auto r = static_cast<std::size_t>(box / position.board.columns());
      const auto c = static_cast<std::size_t>(box % position.board.columns());
      const std::size_t line = top_ + 2 * r + 1, column = dot(c) + 1 + kPromptWidth / 2;
      const char32_t mark = lines_.at(line, column);
      if (complete.contains(box)) {
        if (mark != U'1' && mark != U'2') {
          lines_.refuse(line, column, "the owner of this box, 1 or 2, since it is complete");
        }
      } else if (mark != U'*' && mark != U'.') {
        lines_.refuse(line, column, "'*' in this box, since it is not complete");
      }
    }
  }

  std::size_t dot(std::size_t c) const { return left_ + c * (width_ + 1); }

  PictureLines lines_;
  bool prompt_;
  std::size_t top_ = 0;                        // line of the first row of dots
  std::size_t left_ = 0;                       // column of the first dot
  std::size_t width_ = 0;                      // characters between two dots of a row
  std::size_t columns_ = 0;                    // of boxes
  std::vector<bool> horizontals_, verticals_;  // true if drawn; the edges read so far, row by row
};

// True if the first edge is one of the boards in the prompts of Kaggle's agents.
bool may_be_a_prompt(std::string_view text) {
  const std::size_t first = text.find('+');
  const std::string_view edge = first == text.npos ? "" : text.substr(first + 1, kPromptWidth);
  return edge == "---" || edge == " . ";
}

}  // namespace

Position parse_picture(std::string_view text) {
  if (!may_be_a_prompt(text)) return PictureReader(text, false).read();
  // No text is a picture of both kinds: in a prompt, open edges and boxes have marks. One of them
  // is in the place of a line.
  std::exception_ptr refusal;
  try {
    return PictureReader(text, false).read();
  } catch (const BadInput&) {
    refusal = std::current_exception();
  }
  try {
    return PictureReader(text, true).read();
  } catch (const BadInput&) {
    if (text.find("+ . +") != text.npos || text.find(':') != text.npos) throw;
  }
  std::rethrow_exception(refusal);
}

}  // namespace pipo
