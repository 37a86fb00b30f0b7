// Reading pictures back: the dots of the first line say where the columns are.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "pipopipette/error.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

class PictureReader {
 public:
  explicit PictureReader(std::string_view text) { split(text); }

  Position read();

 private:
  void split(std::string_view text);
  void find_dots();
  bool read_horizontal(std::size_t line, std::size_t first_dot, std::size_t next_dot) const;
  bool read_vertical(std::size_t line, std::size_t dot) const;
  EdgeSet read_dot_row(const Board& board, int r) const;
  EdgeSet read_box_row(const Board& board, int r) const;
  void expect_blank(std::size_t line, std::size_t from, std::size_t to) const;

  // Lines have lost the spaces at their end: beyond it, and beyond the last line, all is space.
  char at(std::size_t line, std::size_t column) const {
    const bool inside = line < lines_.size() && column < lines_[line].size();
    return inside ? lines_[line][column] : ' ';
  }

  [[noreturn]] void refuse(std::size_t line, std::size_t column,
                           const std::string& expected) const {
    const bool end = line >= lines_.size() || column >= lines_[line].size();
    throw BadInput(fmt::format("picture, line {}, column {}: expected {}, got {}", line + 1,
                               column + 1, expected, end ? "nothing" : quoted(at(line, column))));
  }

  std::vector<std::string> lines_;
  std::vector<std::size_t> dots_;  // their columns
};

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

// One byte a character, so that marks beyond ASCII do not shift what follows them.
std::string without_continuations(std::string_view line) {
  std::string result;
  std::ranges::copy_if(line, std::back_inserter(result),
                       [](char c) { return !is_continuation(c); });
  return result;
}

void PictureReader::split(std::string_view text) {
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    std::string line = without_continuations(text.substr(0, end));
    line.erase(line.find_last_not_of(" \r") + 1);
    lines_.push_back(std::move(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  while (!lines_.empty() && lines_.back().empty()) lines_.pop_back();
}

void PictureReader::find_dots() {
  for (std::size_t column = 0; column < (lines_.empty() ? 0 : lines_[0].size()); ++column) {
    if (at(0, column) == '+') dots_.push_back(column);
  }
  if (dots_.empty()) refuse(0, 0, "the first row of dots, such as '+--+  +'");
  if (dots_.size() == 1) refuse(0, dots_[0] + 1, "an edge and a second dot '+'");
}

void PictureReader::expect_blank(std::size_t line, std::size_t from, std::size_t to) const {
  for (std::size_t column = from; column < to; ++column) {
    if (at(line, column) != ' ') refuse(line, column, "a space outside of the board");
  }
}

bool PictureReader::read_horizontal(std::size_t line, std::size_t first_dot,
                                    std::size_t next_dot) const {
  const std::size_t from = first_dot + 1;
  if (from == next_dot) refuse(line, from, "'-' or a space between two dots");
  const char kind = at(line, from);
  if (kind != '-' && kind != ' ') refuse(line, from, "'-' or a space");
  for (std::size_t column = from; column < next_dot; ++column) {
    if (at(line, column) != kind) {
      refuse(line, column, kind == '-' ? "'-' up to the next dot" : "a space up to the next dot");
    }
  }
  return kind == '-';
}

bool PictureReader::read_vertical(std::size_t line, std::size_t dot) const {
  const char kind = at(line, dot);
  if (kind != '|' && kind != ' ') refuse(line, dot, "'|' or a space below a dot");
  return kind == '|';
}

EdgeSet PictureReader::read_dot_row(const Board& board, int r) const {
  const auto line = static_cast<std::size_t>(2 * r);
  EdgeSet drawn = 0;
  expect_blank(line, 0, dots_.front());
  for (std::size_t c = 0; c < dots_.size(); ++c) {
    if (at(line, dots_[c]) != '+') refuse(line, dots_[c], "a dot '+'");
    if (c + 1 == dots_.size()) break;
    const bool edge = read_horizontal(line, dots_[c], dots_[c + 1]);
    drawn |= EdgeSet{edge} << board.horizontal(r, static_cast<int>(c));
  }
  expect_blank(line, dots_.back() + 1, lines_[line].size());
  return drawn;
}

EdgeSet PictureReader::read_box_row(const Board& board, int r) const {
  const auto line = static_cast<std::size_t>(2 * r + 1);
  EdgeSet drawn = 0;
  expect_blank(line, 0, dots_.front());
  for (std::size_t c = 0; c < dots_.size(); ++c) {
    drawn |= EdgeSet{read_vertical(line, dots_[c])} << board.vertical(r, static_cast<int>(c));
  }
  expect_blank(line, dots_.back() + 1, lines_[line].size());
  return drawn;
}

Position PictureReader::read() {
  find_dots();
  const std::size_t count = lines_.size();
  if (count < 3 || count % 2 == 0)
    refuse(std::max<std::size_t>(count, 2), dots_[0], "a row of dots '+'");
  const Board board(static_cast<int>(count / 2), static_cast<int>(dots_.size() - 1));
  EdgeSet drawn = 0;
  for (int r = 0; r <= board.rows(); ++r) drawn |= read_dot_row(board, r);
  for (int r = 0; r < board.rows(); ++r) drawn |= read_box_row(board, r);
  return {board, drawn};
}

}  // namespace

Position parse_picture(std::string_view text) {
  return PictureReader(text).read();
}

}  // namespace pipo
