// `amdw`: a box, by column and row from the top left, and one of its sides: t, b, l, r. `amdw-pos`:
// the .pos files of that program. The first line has the number of columns and of rows; each
// further line is a move.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>

#include "pipopipette/notation.hpp"
#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

constexpr WordList kAmdwWords{
    .info = {.name = "amdw",
             .description = "column and row of a box and its side, t b l r: 3x3 2 1 b; 0 2 l",
             .lists = true},
    .spellings =
        [](const Board& board, int edge) {
          std::vector<Spelling> spellings;
          for (const auto& [row, column, side] : sides_of(board, edge)) {
            const std::string box = fmt::format("{} {} ", column, row);
            spellings.push_back({box + "tblr"[side]});
            spellings.push_back({box + std::array{"top", "bottom", "left", "right"}.at(
                                           static_cast<std::size_t>(side))});
          }
          return spellings;
        },
    .any_case = true,
    .spaces = true};

constexpr NotationInfo kAmdwPosInfo{
    .name = "amdw-pos",
    .description = ".pos file of the same program: columns and rows, then a move a line",
    .form = NotationForm::file,
    .lists = true};

Board read_pos_size(Cursor& cursor) {
  const std::size_t offset = cursor.offset();
  const int columns = cursor.number("the number of columns", 1, kSmallBoardEdges);
  if (!cursor.skip_spaces()) cursor.refuse_for("a space and the number of rows");
  const int rows = cursor.number("the number of rows", 1, kSmallBoardEdges);
  cursor.skip_spaces();
  if (is_figure(cursor.peek())) {
    cursor.refuse("this file has several boards, but a position has one; make a file for each");
  }
  return cursor.board(offset, rows, columns);
}

// Skips the number of the board, 0, which may come before a move.
void skip_part(Cursor& cursor) {
  Cursor ahead = cursor;
  for (int numbers = 0; numbers < 3; ++numbers) {
    if (!is_figure(ahead.peek())) return;
    ahead.take_until(" \t\r\n");
    ahead.skip_spaces();
  }
  cursor.number("the number of the board", 0, 0);
  cursor.skip_spaces();
}

// Skips a command that changes nothing. Returns whether there was one.
bool skip_command(Cursor& cursor) {
  Cursor ahead = cursor;
  std::string word(ahead.take_until(" \t\r\n"));
  std::ranges::transform(word, word.begin(),
                         [](unsigned char letter) { return std::tolower(letter); });
  for (const char* command : {"nv", "eval", "help", "quit", "exit"}) {
    if (word != command) continue;
    cursor = ahead;
    return true;
  }
  return false;
}

// The edges that the moves of a .pos file draw, without those that it takes back.
class PosMoves {
 public:
  PosMoves(Cursor& cursor, const Board& board) : cursor_(cursor), position_{board, {}} {}

  void read() {
    const std::size_t offset = cursor_.offset();
    const bool back = cursor_.take('u') || cursor_.take('U');
    if (back && !cursor_.skip_spaces()) cursor_.refuse_for("a space and the move to take back");
    skip_part(cursor_);
    const int edge = read_word(cursor_, kAmdwWords, position_.board).edge;
    const bool drawn = position_.drawn.contains(edge);
    if (drawn != back) {
      cursor_.refuse_at(offset,
                        fmt::format("this edge, {}, is {}", edge_name(position_.board, edge),
                                    drawn ? "drawn already" : "not drawn"));
    }
    if (back) {
      position_.drawn.erase(edge);
      std::erase(edges_, edge);
    } else {
      position_.drawn.insert(edge);
      edges_.push_back(edge);
    }
  }

  Game game() const { return Game(position_, {.listed = edges_}); }

 private:
  Cursor& cursor_;
  Position position_;
  std::vector<int> edges_;
};

Game read_pos(std::string_view text) {
  Cursor cursor(text, kAmdwPosInfo.form);
  cursor.skip_comments();
  PosMoves moves(cursor, read_pos_size(cursor));
  while (cursor.next_line()) {
    if (!skip_command(cursor)) moves.read();
  }
  return moves.game();
}

std::string write_pos(const Game& game) {
  const Board& board = game.board();
  std::string text = fmt::format("{} {}\n", board.columns(), board.rows());
  for (const int edge : game.edges()) {
    text += kAmdwWords.spellings(board, edge).front().text + "\n";
  }
  return text;
}

}  // namespace

const NotationEntry kAmdw = list_entry<kAmdwWords>();

const NotationEntry kAmdwPos{.info = kAmdwPosInfo, .read = read_pos, .write = write_pos};

}  // namespace pipo
