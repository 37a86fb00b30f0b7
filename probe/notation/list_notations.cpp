// The notations that are lists of edges and need no more than the spellings of an edge (list.hpp),
// and two from littlegolem that put something around the words: `knox` and `trmph`.
#include <fmt/core.h>

#include <algorithm>

#include "pipopipette/notation.hpp"
#include "probe/board/place.hpp"
#include "probe/notation/list.hpp"

namespace pipo {
namespace {

char letter(char first, int number) {
  return static_cast<char>(first + number);
}

char orientation(const EdgePlace& place) {
  return place.horizontal ? 'h' : 'v';
}

// A dot of `knox` and `ccgc`: a letter for its column, a number for its row from the bottom.
std::string dot(const Board& board, int row, int column) {
  return fmt::format("{}{}", letter('a', column), board.rows() + 1 - row);
}

// Names of edges, in order of play.
constexpr WordList kMovesWords{
    .info = of_games("moves", "names of edges, in order of play: 2x2 h0.1; v1.0"),
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      return {{edge_name(board, edge)}};
    }};

// The history of a game as action ids of OpenSpiel, which are DBN indices, or as its action names.
// The list may be in brackets, as OpenSpiel's history() prints it.
constexpr WordList kOpenspielWords{
    .info = of_games("openspiel", "action ids of OpenSpiel, a history: 2x2 10; 4, or P1(v,1,1)"),
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const EdgePlace place = place_of(board, edge);
      const std::string name =
          fmt::format("({},{},{})", orientation(place), place.row, place.column);
      return {{std::to_string(edge)}, {"P1" + name, 0}, {"P2" + name, 1}};
    },
    .commas = true,
    .brackets = true};

// Rows of horizontal and rows of vertical edges alternate from the top.
constexpr WordList kKsquaresLineWords{
    .info = {.name = "ksquares-line",
             .description = "line numbers of KSquares, rows of h and v in turn: 3x3 7; 0",
             .lists = true},
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const auto [horizontal, row, column] = place_of(board, edge);
      const int both = 2 * board.columns() + 1;  // a row of horizontals and one of verticals
      return {{std::to_string(row * both + (horizontal ? 0 : board.columns()) + column)}};
    }};

// Row and column on the grid, as in Wilson's play.exe.
constexpr WordList kWilsonWords{
    .info = {.name = "wilson",
             .description = "row and column letter on the grid of dots and edges: 3x3 de; ab",
             .lists = true},
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const auto [row, column] = grid_place_of(board, edge);
      return {{{letter('a', row), letter('a', column)}}};
    },
    .check =
        [](const Board& board) {
          if (2 * std::max(board.rows(), board.columns()) + 1 <= 26) return;
          throw BadInput(
              fmt::format("wilson has letters for 12 rows and columns of boxes only, not for {}",
                          board.name()));
        }};

constexpr WordList kSauWords{
    .info = {.name = "sau",
             .description = "A, row, column for h; B, column, row for v; letters: 3x3 BCB; AAA",
             .lists = true},
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const auto [horizontal, row, column] = place_of(board, edge);
      if (horizontal) return {{{'A', letter('A', row), letter('A', column)}}};
      return {{{'B', letter('A', column), letter('A', row)}}};
    }};

constexpr WordList kBotzoneWords{
    .info = of_games("botzone", "row and column on the 11x11 grid, 5x5 only: 5x5 1 0; 0 1"),
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const auto [row, column] = grid_place_of(board, edge);
      return {{fmt::format("{} {}", row, column)}};
    },
    .spaces = true,
    .enough_boxes = 13,
    .check = [](const Board& board) { expect_board("botzone", board, Board(5, 5)); }};

constexpr WordList kCodingameWords{
    .info = {.name = "codingame",
             .description = "a box, rows from the bottom, and its side, L T R B: 2x2 A1 R; B2 T",
             .lists = true},
    .spellings =
        [](const Board& board, int edge) {
          std::vector<Spelling> spellings;
          for (const auto& [row, column, side] : sides_of(board, edge)) {
            spellings.push_back(
                {fmt::format("{}{} {}", letter('A', column), board.rows() - row, "TBLR"[side])});
          }
          return spellings;
        },
    .spaces = true};

// The lower or the left edge of a square. The squares reach one row and one column beyond the
// board, for its upper and right edges.
constexpr WordList kMathpuzzleWords{
    .info = {.name = "mathpuzzle",
             .description =
                 "lower (_) or left (|) edge of a square, rows from the bottom: 3x3 A3_; A1|",
             .lists = true},
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const auto [lower, row, column] = place_of(board, edge);
      const std::string square =
          fmt::format("{}{}", letter('A', column), board.rows() + (lower ? 1 : 0) - row);
      if (!lower) return {{square + "|"}};
      return {{square + "_"}, {square + "-"}};
    }};

// Game records of the Chinese computer games contest: the player, red or blue, the left or lower
// dot of an edge, and its orientation. Either player may begin.
constexpr WordList kCcgcWords{
    .info = of_games("ccgc", "records of r and b, left or lower dot, h or v: 5x5 r(a6,h); b(a1,v)"),
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const EdgePlace place = place_of(board, edge);
      const std::string from = dot(board, place.row + (place.horizontal ? 0 : 1), place.column);
      const std::string move = fmt::format("({},{})", from, orientation(place));
      return {{"r" + move, 0}, {"b" + move, 1}};
    },
    .either_begins = true};

// The dots at both ends of an edge, as in Knox's pages and littlegolem's forum. Turns may be
// numbered, "4. b4-b5, d3-e3". A turn is the moves of one player up to the first that takes no box.
constexpr WordList kKnoxWords{
    .info =
        of_games("knox", "the two dots of an edge, rows from the bottom: 2x2 1. a1-b1; 2. a1-a2"),
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const auto [horizontal, row, column] = place_of(board, edge);
      const std::string upper = dot(board, row, column);
      if (horizontal) {
        const std::string right = dot(board, row, column + 1);
        return {{upper + "-" + right}, {right + "-" + upper}};
      }
      const std::string lower = dot(board, row + 1, column);
      return {{lower + "-" + upper}, {upper + "-" + lower}};
    }};

// Takes the number of a turn and the full stop after it, if they come next; returns whether they
// did.
bool take_number(Cursor& cursor, const Board& board, int turn) {
  const std::size_t offset = cursor.offset();
  if (!is_figure(cursor.peek())) return false;
  const int number = cursor.number("a turn", 1, board.edges());
  if (number != turn) {
    cursor.refuse_at(offset, fmt::format("this is turn {}, not {}", turn, number));
  }
  cursor.expect(".", "a full stop after the number of the turn");
  cursor.skip_spaces();
  return true;
}

Game read_knox(std::string_view text) {
  Cursor cursor(text, kKnoxWords.info.form);
  const Board board = read_board(cursor);
  ListReader reader(kKnoxWords, cursor, board);
  bool over = true, numbered = false;  // the turn is over; turns are numbered
  for (int turn = 1; !cursor.at_end();) {
    const std::size_t offset = cursor.offset();
    const bool number = take_number(cursor, board, turn);
    if (turn == 1 && over) numbered = number;
    if (number && !over)
      cursor.refuse_at(offset, "a player who takes a box moves again in the same turn");
    if (numbered && over && !number)
      cursor.refuse("expected the number of the turn that begins here");
    over = reader.read_edge() == 0;
    if (over) ++turn;
    const bool gap = cursor.skip_spaces();
    if (cursor.at_end()) break;
    if (cursor.take(';') || cursor.take(',')) {
      cursor.skip_spaces();
      if (cursor.at_end()) cursor.refuse_for("one more edge");
    } else if (!gap) {
      cursor.refuse_for("a semicolon or a comma");
    }
  }
  return reader.game();
}

std::string write_knox(const Game& game) {
  const Board& board = game.board();
  std::string text = board.name();
  Game so_far(board);
  bool over = true;
  int turn = 0;
  for (const int edge : game.edges()) {
    if (over) text += fmt::format("{} {}. ", turn == 0 ? "" : ";", turn + 1);
    text += (over ? "" : ", ") + kKnoxWords.spellings(board, edge).front().text;
    if (over) ++turn;
    over = so_far.play(edge) == 0;
  }
  return text;
}

constexpr int kLargestTrmph = 12;  // 25 columns of the grid have letters

// The address of a game of littlegolem on trmph.com: #7,i14k12. The number is the size of the
// board, in boxes. Each edge is its column and row on the grid, from 1. It is not known in which
// direction rows are counted, nor that the edges are in order of play: rows are taken to begin at
// the top, and the edges are a list without an order.
constexpr WordList kTrmphWords{
    .info = {.name = "trmph",
             .description = "address of littlegolem's viewer, square boards: #7,i14k12",
             .form = NotationForm::file,
             .lists = true},
    .spellings = [](const Board& board, int edge) -> std::vector<Spelling> {
      const auto [row, column] = grid_place_of(board, edge);
      return {{fmt::format("{}{}", letter('a', column), row + 1)}};
    }};

Game read_trmph(std::string_view text) {
  Cursor cursor(text, kTrmphWords.info.form);
  cursor.skip_blank_lines();
  cursor.expect("#", "a #");
  const int size = cursor.number("the number of rows", 1, kLargestTrmph);
  cursor.expect(",", "a comma");
  ListReader reader(kTrmphWords, cursor, Board(size, size));
  while (cursor.peek() >= 'a' && cursor.peek() <= 'z') reader.read_edge();
  cursor.skip_spaces();
  cursor.take('\r');
  cursor.take('\n');
  if (!cursor.at_end()) cursor.refuse_for("an edge (i14) or the end");
  return reader.game();
}

std::string write_trmph(const Game& game) {
  const Board& board = game.board();
  if (board.rows() != board.columns() || board.rows() > kLargestTrmph) {
    throw BadInput(fmt::format("trmph has square boards up to {0}x{0} only, not {1}", kLargestTrmph,
                               board.name()));
  }
  std::string text = fmt::format("#{},", board.rows());
  for (const int edge : game.edges()) text += kTrmphWords.spellings(board, edge).front().text;
  return text + "\n";
}

}  // namespace

const NotationEntry kMoves = list_entry<kMovesWords>();
const NotationEntry kOpenspiel = list_entry<kOpenspielWords>();
const NotationEntry kKsquaresLine = list_entry<kKsquaresLineWords>();
const NotationEntry kWilson = list_entry<kWilsonWords>();
const NotationEntry kSau = list_entry<kSauWords>();
const NotationEntry kBotzone = list_entry<kBotzoneWords>();
const NotationEntry kCodingame = list_entry<kCodingameWords>();
const NotationEntry kMathpuzzle = list_entry<kMathpuzzleWords>();
const NotationEntry kCcgc = list_entry<kCcgcWords>();
const NotationEntry kKnox{.info = kKnoxWords.info, .read = read_knox, .write = write_knox};
const NotationEntry kTrmph{.info = kTrmphWords.info, .read = read_trmph, .write = write_trmph};

}  // namespace pipo
