#include "probe/notation/cursor.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "probe/base/quote.hpp"

namespace pipo {

char Cursor::next() {
  const char character = peek();
  if (!at_end()) ++offset_;
  return character;
}

bool Cursor::take(char character) {
  if (at_end() || text_[offset_] != character) return false;
  ++offset_;
  return true;
}

bool Cursor::take(std::string_view part) {
  if (!at(part)) return false;
  offset_ += part.size();
  return true;
}

bool Cursor::skip_spaces() {
  const std::size_t before = offset_;
  while (peek() == ' ' || peek() == '\t') ++offset_;
  return offset_ > before;
}

bool Cursor::skip_white_space() {
  const std::size_t before = offset_;
  while (skip_spaces() || take('\n') || take('\r')) {
  }
  return offset_ > before;
}

bool Cursor::end_line() {
  skip_spaces();
  take('\r');
  if (at_end()) return false;
  expect("\n", "the end of the line");
  return true;
}

bool Cursor::next_line() {
  if (!end_line()) return false;
  skip_comments();
  return !at_end();
}

void Cursor::skip_blank_lines() {
  do {
    skip_spaces();
  } while ((at("\r") || at("\n")) && end_line());
}

void Cursor::skip_comments() {
  skip_blank_lines();
  while (at("#")) {
    take_until("\n");
    skip_blank_lines();
  }
}

std::string_view Cursor::take_next(std::size_t length) {
  const std::string_view part = text_.substr(offset_, length);
  offset_ += part.size();
  return part;
}

std::string_view Cursor::take_until(std::string_view ends) {
  const std::size_t end = std::min(text_.find_first_of(ends, offset_), text_.size());
  const std::string_view part = text_.substr(offset_, end - offset_);
  offset_ = end;
  return part;
}

void Cursor::expect(std::string_view part, std::string_view what) {
  if (!take(part)) refuse_for(what);
}

int Cursor::number(std::string_view what, int least, int most) {
  const std::size_t begin = offset_;
  const std::string expected = fmt::format("{} from {} to {}", what, least, most);
  if (!is_figure(peek())) refuse_for(expected);
  long value = 0;
  while (is_figure(peek())) value = std::min(value * 10 + (next() - '0'), 1'000'000'000L);
  const std::string_view digits = text_.substr(begin, offset_ - begin);
  const bool padded = digits.size() > 1 && digits[0] == '0';
  if (value < least || value > most || padded) {
    refuse_at(begin, fmt::format("expected {}, got {}", expected, quoted(digits)));
  }
  return static_cast<int>(value);
}

int Cursor::letter(std::string_view what, char first, char last) {
  if (at_end() || peek() < first || peek() > last) {
    refuse_for(fmt::format("{} from {} to {}", what, first, last));
  }
  return next() - first;
}

Board Cursor::board(std::size_t offset, int rows, int columns) const {
  try {
    return Board(rows, columns);
  } catch (const BadInput& error) {
    refuse_at(offset, error.what());
  }
}

void Cursor::refuse_at(std::size_t offset, const std::string& reason) const {
  throw Malformed(place(offset), reason, offset);
}

void Cursor::refuse_for(std::string_view expected) const {
  const bool line_ends = peek() == '\n' || peek() == '\r';
  const std::string found = at_end()    ? std::string("the end")
                            : line_ends ? std::string("the end of the line")
                                        : quoted(peek());
  refuse(fmt::format("expected {}, got {}", expected, found));
}

std::string Cursor::place(std::size_t offset) const {
  const std::string_view before = text_.substr(0, offset);
  const std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 is 0
  std::string column = fmt::format("column {}", offset - line_begin + 1);
  if (form_ == NotationForm::line) return column;
  return fmt::format("line {}, {}", std::count(before.begin(), before.end(), '\n') + 1, column);
}

}  // namespace pipo
