// `wilson-problem`: the input files of Wilson's analysis. The first line has the cost of the last
// move, and optionally megabytes, gigabytes, and the player to move, A or B. A picture follows, in
// which ^ and v mark loony moves.
#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "pipopipette/picture.hpp"
#include "probe/notation/cursor.hpp"
#include "probe/notation/notation_entry.hpp"

namespace pipo {
namespace {

constexpr NotationInfo kWilsonProblemInfo{
    .name = "wilson-problem",
    .description = "a line such as 0, or 0 1000 1000 A, then a picture",
    .form = NotationForm::file,
    .turn = true};

constexpr int kMostInProblem = std::numeric_limits<int>::max() / 10;

// Reads the cost of the last move. It is 0 or negative in files of that program.
void read_cost(Cursor& cursor) {
  const std::size_t offset = cursor.offset();
  const bool negative = cursor.take('-');
  if (cursor.number("the cost of the last move", 0, kMostInProblem) == 0 && !negative) return;
  // The offset after the number tells recognise() that this notation has read that far.
  throw Malformed(cursor.place(offset),
                  "the last move has a cost, which makes it another game; only 0 is supported",
                  cursor.offset());
}

// Reads the first line. Returns the player to move, or nothing if the line names none.
std::optional<int> read_problem_line(Cursor& cursor) {
  read_cost(cursor);
  std::optional<int> player;
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
  return player;
}

// Returns the picture without marks of loony moves, and with all lines padded to the longest one,
// so that an empty line is a row of boxes. Empty lines replace the lines before it, so that line
// numbers in messages are right.
std::string plain_picture(std::string_view text, std::size_t lines_before) {
  std::vector<std::string> lines;
  std::size_t longest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line(text.substr(begin, end - begin));
    if (line.ends_with('\r')) line.pop_back();
    std::ranges::replace_if(
        line, [](char mark) { return mark == '^' || mark == 'v'; }, ' ');
    longest = std::max(longest, line.size());
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  std::string padded(lines_before, '\n');
  for (std::string& line : lines) {
    line.resize(longest, ' ');
    padded += line + "\n";
  }
  return padded;
}

Game read_wilson_problem(std::string_view text) {
  Cursor cursor(text, NotationForm::file);
  cursor.skip_blank_lines();
  const std::optional<int> player = read_problem_line(cursor);
  const auto lines = std::ranges::count(text.substr(0, cursor.offset()), '\n');
  return Game(
      parse_picture(plain_picture(text.substr(cursor.offset()), static_cast<std::size_t>(lines))),
      {.turn = player});
}

std::string write_wilson_problem(const Game& game) {
  const auto& [board, drawn] = game.position();
  std::string text = "0 1000 1000";
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

}  // namespace

const NotationEntry kWilsonProblem{
    .info = kWilsonProblemInfo, .read = read_wilson_problem, .write = write_wilson_problem};

}  // namespace pipo
