// `trmph`: the address of a game of littlegolem on trmph.com: #7,i14k12. The number is the size of
// the board, in boxes. Each edge is a letter and a number, its column and row on the grid of dots
// and edges, from 1. It is not known in which direction rows are counted, nor that the edges are in
// order of play: rows are taken to begin at the top, and the edges are a list without an order.
#include <fmt/core.h>

#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

constexpr int kLargestTrmph = 12;  // 25 columns of the grid have letters

constexpr NotationInfo kTrmphInfo{
    .name = "trmph",
    .description = "address of littlegolem's viewer, square boards: #7,i14k12",
    .form = NotationForm::file,
    .lists = true};

Word read_trmph_edge(Cursor& cursor, const Board& board) {
  const std::size_t offset = cursor.offset();
  const int side = 2 * board.rows() + 1;
  const int column = cursor.letter("a column", 'a', static_cast<char>('a' + side - 1));
  const int row = cursor.number("a row", 1, side) - 1;
  return {edge_at(board, GridPlace{row, column}, cursor, offset)};
}

std::string write_trmph_edge(const Board& board, const Word& word) {
  const auto [row, column] = grid_place_of(board, word.edge);
  return fmt::format("{}{}", static_cast<char>('a' + column), row + 1);
}

constexpr WordList kTrmphWords{
    .info = kTrmphInfo, .read = read_trmph_edge, .write = write_trmph_edge};

Game read_trmph(std::string_view text) {
  Cursor cursor(text, kTrmphInfo.form);
  cursor.skip_blank_lines();
  cursor.expect("#", "a #");
  const int size = cursor.number("the number of rows", 1, kLargestTrmph);
  cursor.expect(",", "a comma");
  const Board board(size, size);
  ListReader reader(kTrmphWords, cursor, board);
  while (cursor.peek() >= 'a' && cursor.peek() <= 'z') {
    const std::size_t offset = cursor.offset();
    reader.add(read_trmph_edge(cursor, board), offset);
  }
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
  for (const int edge : game.edges()) text += write_trmph_edge(board, {edge});
  return text + "\n";
}

}  // namespace

const NotationEntry kTrmph{.info = kTrmphInfo, .read = read_trmph, .write = write_trmph};

}  // namespace pipo
