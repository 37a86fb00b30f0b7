// `gamescrafters`: positions of GamesmanClassic. After the board come
//
// - the player to move: x, who began, or o;
// - a 0 or 1 for each horizontal edge, row by row, and for each vertical one, column by column;
// - for each box, row by row, its owner, or - if it is not complete.
#include <fmt/core.h>

#include "pipopipette/rules.hpp"
#include "probe/notation/list.hpp"
#include "probe/notation/place.hpp"

namespace pipo {
namespace {

constexpr NotationInfo kGamescraftersInfo{
    .name = "gamescrafters",
    .description = "turn, h by rows, v by columns, owners: 2x2 o010000000000----",
    .turn = true,
    .score = true};

// Returns the edges in the order of this notation.
std::vector<int> gamescrafters_order(const Board& board) {
  std::vector<int> order;
  order.reserve(static_cast<std::size_t>(board.edges()));
  for (int edge = 0; edge < board.horizontals(); ++edge) order.push_back(edge);
  for (int c = 0; c <= board.columns(); ++c) {
    for (int r = 0; r < board.rows(); ++r) order.push_back(board.vertical(r, c));
  }
  return order;
}

int read_player(Cursor& cursor) {
  if (cursor.take('x')) return 0;
  cursor.expect("o", "a player (x or o)");
  return 1;
}

int read_owner(Cursor& cursor, bool complete, int box) {
  if (complete) {
    if (cursor.at("-")) cursor.refuse(fmt::format("box {} is complete, but has no owner", box + 1));
    return read_player(cursor);
  }
  if (cursor.at("x") || cursor.at("o")) {
    cursor.refuse(fmt::format("box {} has an owner, but is not complete", box + 1));
  }
  cursor.expect("-", "a box without owner (-)");
  return -1;
}

Game read_gamescrafters(std::string_view text) {
  Cursor cursor(text, NotationForm::line);
  const Board board = read_board(cursor);
  const int turn = read_player(cursor);
  Position position{board, {}};
  for (const int edge : gamescrafters_order(board)) {
    if (cursor.take('1')) {
      position.drawn.insert(edge);
    } else {
      cursor.expect("0", "an edge (0 or 1)");
    }
  }
  const IndexSet complete = complete_boxes(position);
  std::vector<int> owners;
  for (int box = 0; box < board.boxes(); ++box) {
    owners.push_back(read_owner(cursor, complete.contains(box), box));
  }
  if (!cursor.at_end()) cursor.refuse("expected nothing after the owners of the boxes");
  return Game(position, {.turn = turn, .owners = owners});
}

std::string write_gamescrafters(const Game& game) {
  if (!game.turn()) throw BadInput("gamescrafters names the player to move, which is unknown");
  std::string text = game.board().name() + (*game.turn() == 0 ? " x" : " o");
  for (const int edge : gamescrafters_order(game.board())) {
    text += game.position().drawn.contains(edge) ? '1' : '0';
  }
  const IndexSet complete = complete_boxes(game.position());
  for (int box = 0; box < game.board().boxes(); ++box) {
    const int owner = game.owners() ? (*game.owners())[static_cast<std::size_t>(box)] : -1;
    if (owner < 0 && complete.contains(box)) {
      throw BadInput("gamescrafters names the owner of each box, which is unknown");
    }
    text += owner < 0 ? '-' : "xo"[owner];
  }
  return text;
}

}  // namespace

const NotationEntry kGamescrafters{
    .info = kGamescraftersInfo, .read = read_gamescrafters, .write = write_gamescrafters};

}  // namespace pipo
