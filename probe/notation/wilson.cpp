// Pictures of Wilson's programs: `wilson-problem`, the input files of the analysis, and the results
// that these programs print.
#include "probe/notation/wilson.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "pipopipette/picture.hpp"
#include "probe/board/parse_picture.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {
namespace {

// A problem begins with what the last move is worth to its player, 0 or minus its cost, and
// optionally megabytes, gigabytes, and the player to move, A or B. A picture follows, in which ^
// and v mark loony moves.
constexpr NotationInfo kWilsonProblemInfo{
    .name = "wilson-problem",
    .description = "a line such as 0, or -2 1000 1000 A, then a picture",
    .form = NotationForm::file,
    .turn = true};

constexpr int kMostInProblem = std::numeric_limits<int>::max() / 10;

// Reads what the last move is worth to its player, and returns its cost.
std::uint64_t read_cost(Cursor& cursor) {
  const std::size_t offset = cursor.offset();
  const bool negative = cursor.take('-');
  const int number = cursor.number("the cost of the last move", 0, kMostInProblem);
  if (negative == (number > 0)) return static_cast<std::uint64_t>(number);
  // The offset after the number tells recognise() that this notation has read that far.
  throw Malformed(cursor.place(offset),
                  "the first number is what the last move is worth to its player: 0, or minus its "
                  "cost, such as -2",
                  cursor.offset());
}

// Reads the first line. Returns the player to move, if the line names one, and the cost of the last
// move.
GameSetup read_problem_line(Cursor& cursor) {
  GameSetup known;
  known.last_move_cost = read_cost(cursor);
  std::optional<int>& player = known.turn;
  int numbers = 0;
  for (const char* what : {"megabytes", "gigabytes"}) {
    const bool gap = cursor.skip_spaces();
    if (cursor.peek() < '0' || cursor.peek() > '9') break;
    if (!gap) cursor.refuse_for(fmt::format("a space and {}", what));
    cursor.number(what, 0, kMostInProblem);
    ++numbers;
  }
  cursor.skip_spaces();
  if (cursor.at("A") || cursor.at("B")) {
    if (numbers < 2) cursor.refuse_for("megabytes and gigabytes before the player, as in 0 16 1 A");
    player = cursor.letter("a player", 'A', 'B');
  }
  cursor.skip_spaces();
  cursor.take('\r');
  cursor.expect("\n", "the end of the line");
  return known;
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// Returns the picture without marks of loony moves, and with all lines padded to the longest one,
// so that an empty line is a row of boxes. Empty lines replace the lines before it, so that line
// numbers in messages are right.
std::string plain_picture(std::string_view text, std::size_t lines_before) {
  std::vector<std::string_view> lines = lines_of(text);
  std::size_t longest = 0;
  for (std::string_view& line : lines) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    longest = std::max(longest, line.size());
  }
  std::string padded(lines_before, '\n');
  for (const std::string_view line : lines) {
    padded.append(line).append(longest - line.size(), ' ') += '\n';
  }
  std::ranges::replace_if(
      padded, [](char mark) { return mark == '^' || mark == 'v'; }, ' ');
  return padded;
}

Game read_wilson_problem(std::string_view text) {
  Cursor cursor(text, NotationForm::file);
  cursor.skip_blank_lines();
  const GameSetup known = read_problem_line(cursor);
  const auto lines = std::ranges::count(text.substr(0, cursor.offset()), '\n');
  return Game(
      parse_picture(plain_picture(text.substr(cursor.offset()), static_cast<std::size_t>(lines))),
      known);
}

std::string write_wilson_problem(const Game& game) {
  const auto& [board, drawn] = game.position();
  std::string text = game.last_move_cost() == 0 ? "0" : fmt::format("-{}", game.last_move_cost());
  text += " 1000 1000";
  if (const auto turn = game.turn()) text += *turn == 0 ? " A" : " B";
  for (int r = 0; r <= board.rows(); ++r) {
    text += "\n+";
    for (int c = 0; c < board.columns(); ++c) {
      text += drawn.contains(board.horizontal(r, c)) ? "-+" : " +";
    }
    if (r == board.rows()) break;
    text += '\n';
    for (int c = 0; c <= board.columns(); ++c) {
      text += drawn.contains(board.vertical(r, c)) ? '|' : ' ';
      if (c < board.columns()) text += ' ';
    }
  }
  return text + "\n";
}

constexpr std::size_t kBetweenDots = 5;  // characters between two dots
constexpr std::size_t kDotDistance = kBetweenDots + 1;

bool is_results_dot(char character) {
  return character == '+' || character == '#';
}

class ResultsReader {
 public:
  explicit ResultsReader(std::string_view text) : text_(text), lines_(lines_of(text)) {
    for (std::string_view& line : lines_) line = line.substr(0, line.find_last_not_of(" \r") + 1);
  }

  Position read() {
    find_grid();
    std::size_t line = top_;
    read_dots(line);
    int rows = 0;
    do {
      read_boxes(line + 1);
      line += height_ + 1;
      read_dots(line);
      ++rows;
    } while (line + 1 < lines_.size());
    return position_of(Board(rows, static_cast<int>(columns_)), horizontals_, verticals_);
  }

 private:
  char at(std::size_t line, std::size_t column) const {
    return column < length(line) ? lines_[line][column] : ' ';
  }

  std::size_t length(std::size_t line) const {
    return line < lines_.size() ? lines_[line].size() : 0;
  }

  [[noreturn]] void refuse(std::size_t line, std::size_t column, std::string_view expected) const {
    const std::string place = fmt::format("line {}, column {}", line + 1, column + 1);
    std::size_t offset = text_.size();
    if (line < lines_.size()) {
      const auto begin = static_cast<std::size_t>(lines_[line].data() - text_.data());
      offset = std::min(begin + column, offset);
    }
    throw Malformed(place, fmt::format("expected {}", expected), offset);
  }

  void find_grid() {
    while (!lines_.empty() && lines_.back().empty()) lines_.pop_back();
    while (top_ < lines_.size() && lines_[top_].empty()) ++top_;
    while (at(top_, left_) == ' ' && top_ < lines_.size()) ++left_;
    if (top_ == lines_.size() || !is_wilson_dots(lines_[top_])) {
      refuse(top_, left_, "a row of dots, five characters apart");
    }
    columns_ = (length(top_) - 1 - left_) / kDotDistance;
    height_ = !is_results_dot(at(top_ + 2, left_)) && is_results_dot(at(top_ + 4, left_)) ? 3 : 1;
  }

  std::size_t dot(std::size_t column) const { return left_ + column * kDotDistance; }

  // Reads a number with an optional mark that begins here. Returns its end, or `begin` if there is
  // none.
  std::size_t number_end(std::size_t line, std::size_t begin) const {
    std::size_t end = begin + (is_sign(at(line, begin)) ? 1 : 0);
    if (!is_figure(at(line, end))) return begin;
    while (is_figure(at(line, end))) ++end;
    return at(line, end) == '^' || at(line, end) == 'v' ? end + 1 : end;
  }

  void expect_blank(std::size_t line, std::size_t from, std::size_t to,
                    std::string_view expected) const {
    for (std::size_t column = from; column < to; ++column) {
      if (at(line, column) != ' ') refuse(line, column, expected);
    }
  }

  void expect_nothing_beside(std::size_t line, std::size_t from) const {
    expect_blank(line, from, std::max(from, length(line)),
                 "nothing right of the picture: remove other text and pictures");
  }

  void read_dots(std::size_t line) {
    expect_blank(line, 0, left_, "a space left of the picture");
    for (std::size_t c = 0; c <= columns_; ++c) {
      if (!is_results_dot(at(line, dot(c)))) refuse(line, dot(c), "a dot, + or #");
      if (c < columns_) horizontals_.push_back(read_horizontal(line, dot(c) + 1));
    }
    expect_nothing_beside(line, dot(columns_) + 1);
  }

  bool read_horizontal(std::size_t line, std::size_t from) const {
    const std::size_t to = from + kBetweenDots;
    std::size_t begin = from;
    while (begin < to && at(line, begin) == ' ') ++begin;
    if (begin == from && at(line, from) == '-' && !is_figure(at(line, from + 1))) {
      for (; begin < to; ++begin) {
        if (at(line, begin) != '-') refuse(line, begin, "the line to go on up to the next dot");
      }
      return true;
    }
    if (begin == to) return false;
    const std::size_t end = number_end(line, begin);
    if (end == begin || end > to) refuse(line, begin, "'-----', spaces or a number");
    expect_blank(line, end, to, "a space after a number");
    return false;
  }

  // Reads the rows of characters of a row of boxes, the first of which is `line`.
  void read_boxes(std::size_t line) {
    std::size_t longest = 0;
    for (std::size_t i = 0; i < height_; ++i) longest = std::max(longest, length(line + i));
    if (longest == 0) {
      refuse(line, left_, "a row of boxes with a line or a number: one picture at a time");
    }
    for (std::size_t c = 0; c <= columns_; ++c) {
      std::size_t bars = 0;
      for (std::size_t i = 0; i < height_; ++i) bars += at(line + i, dot(c)) == '|' ? 1 : 0;
      if (bars != 0 && bars != height_) {
        refuse(line, dot(c), "'|' in all three lines of a row of boxes, or in none");
      }
      verticals_.push_back(bars != 0);
      for (std::size_t i = 0; i < height_; ++i) {
        read_beside(line + i, c, bars != 0, i == height_ / 2);
      }
    }
  }

  // Returns the column in which the number at an open vertical edge begins: that of the dot, or the
  // one after it for a number without sign. A sign may also be in the column before it.
  std::size_t number_begin(std::size_t line, std::size_t dot) const {
    if (dot > 0 && is_sign(at(line, dot - 1)) && is_figure(at(line, dot))) return dot - 1;
    return at(line, dot) == ' ' && is_figure(at(line, dot + 1)) ? dot + 1 : dot;
  }

  // Checks the characters at a vertical edge and in the box right of it.
  void read_beside(std::size_t line, std::size_t c, bool drawn, bool middle) const {
    const std::size_t begin = drawn || !middle ? dot(c) : number_begin(line, dot(c));
    std::size_t end = drawn ? begin + 1 : middle ? number_end(line, begin) : begin;
    if (end == begin) {
      if (at(line, dot(c)) != ' ') {
        refuse(line, dot(c), "'|', a space, or a number in the middle of a row of boxes");
      }
      end = dot(c) + 1;
    }
    if (c == 0) expect_blank(line, 0, begin, "a space left of the picture");
    if (c == columns_) return expect_nothing_beside(line, end);
    for (std::size_t column = end; column < dot(c + 1); ++column) {
      if (at(line, column) == '|') refuse(line, column, "no line inside of a box");
    }
  }

  std::string_view text_;
  std::vector<std::string_view> lines_;  // without trailing spaces
  std::size_t top_ = 0;                  // line of the first row of dots
  std::size_t left_ = 0;                 // column of the first dot
  std::size_t columns_ = 0;
  std::size_t height_ = 1;                     // lines of a row of boxes
  std::vector<bool> horizontals_, verticals_;  // row by row
};

}  // namespace

const NotationEntry kWilsonProblem{.info = kWilsonProblemInfo,
                                   .read = read_wilson_problem,
                                   .write = write_wilson_problem,
                                   .last_move_cost = true};

bool is_wilson_dots(std::string_view line) {
  const std::size_t last = line.find_last_not_of(" \r");
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  line = line.substr(first, last == line.npos ? 0 : last + 1 - first);
  if (line.size() < kDotDistance + 1 || line.size() % kDotDistance != 1) return false;
  for (std::size_t column = 0; column < line.size(); ++column) {
    const char character = line[column];
    if (column % kDotDistance == 0 ? !is_results_dot(character)
                                   : !is_figure(character) && !is_sign(character) &&
                                         character != ' ' && character != '^' && character != 'v') {
      return false;
    }
  }
  return true;
}

Position parse_wilson_results(std::string_view text) {
  return ResultsReader(text).read();
}

}  // namespace pipo
