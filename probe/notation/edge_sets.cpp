// Notations that give the drawn edges as a set: `dbn` and `picture`, which all commands read,
// `qdab` and `gamescrafters`.
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "pipopipette/rules.hpp"
#include "probe/board/place.hpp"
#include "probe/notation/json_object.hpp"
#include "probe/notation/list.hpp"
#include "probe/notation/notation_entry.hpp"
#include "probe/notation/wilson.hpp"

namespace pipo {
namespace {

// Returns the first line that is not blank.
std::string_view first_written_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \r\n"), text.size()));
  return text.substr(0, text.find('\n'));
}

// The error is that of the form that the text appears to have.
Game read_picture(std::string_view text) {
  try {
    return game_of(parse_picture(text));
  } catch (const BadInput&) {
    if (!is_wilson_dots(first_written_line(text))) throw;
    if (text.find_first_of("#^") != text.npos) return game_of(parse_wilson_results(text));
    try {
      return game_of(parse_wilson_results(text));
    } catch (const Malformed&) {
    }
    throw;
  }
}

// `qdab` is JSON with two bit sets, for 5x5 boards only. H contains the vertical edges, which are
// side by side in a row of boxes: bit 6y+x is v y.x. V contains the horizontal ones: bit 6x+y is h
// y.x.
constexpr int kQdabSize = 5;
constexpr std::uint64_t kQdabBits = (std::uint64_t{1} << kQdabSize * (kQdabSize + 1)) - 1;

Game read_qdab(std::string_view text) {
  const nlohmann::json sets = parse_object(text);
  const Board board(kQdabSize, kQdabSize);
  Position position{board, {}};
  const auto draw = [&](std::uint64_t bits, bool horizontal) {
    for (; bits != 0; bits &= bits - 1) {
      const int bit = std::countr_zero(bits);
      const int across = bit / (kQdabSize + 1), along = bit % (kQdabSize + 1);
      position.drawn.insert(horizontal ? board.horizontal(along, across)
                                       : board.vertical(across, along));
    }
  };
  draw(whole_number(sets, "H", kQdabBits), false);
  draw(whole_number(sets, "V", kQdabBits), true);
  return game_of(position);
}

std::string write_qdab(const Game& game) {
  const Board& board = game.board();
  expect_board("qdab", board, Board(kQdabSize, kQdabSize));
  std::uint64_t verticals = 0, horizontals = 0;
  for (const int edge : game.edges()) {
    const auto [horizontal, row, column] = place_of(board, edge);
    if (horizontal) {
      horizontals |= std::uint64_t{1} << ((kQdabSize + 1) * column + row);
    } else {
      verticals |= std::uint64_t{1} << ((kQdabSize + 1) * row + column);
    }
  }
  return fmt::format("{{\"H\":{},\"V\":{}}}", verticals, horizontals);
}

// `gamescrafters` has the positions of GamesmanClassic. After the board come
//
// - the player to move: x, who began, or o;
// - a 0 or 1 for each horizontal edge, row by row, and for each vertical one, column by column;
// - for each box, row by row, its owner, or - if it is not complete.
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
  for (int number = 0; number < board.edges(); ++number) {
    if (cursor.take('1')) {
      position.drawn.insert(edge_by_columns(board, number));
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
  for (int number = 0; number < game.board().edges(); ++number) {
    text += game.position().drawn.contains(edge_by_columns(game.board(), number)) ? '1' : '0';
  }
  for (const int owner : all_owners("gamescrafters", game)) text += "-xo"[owner + 1];
  return text;
}

}  // namespace

const NotationEntry kDbn{
    .info = {.name = "dbn",
             .description = "0 or 1 an edge, as OpenSpiel has them: 2x2:110000000000"},
    .read = [](std::string_view text) { return game_of(parse_position(text)); },
    .write = [](const Game& game) { return to_string(game.position()); }};

const NotationEntry kPicture{.info = {.name = "picture",
                                      .description = "dots and lines: +--+, |, spaces",
                                      .form = NotationForm::file},
                             .read = read_picture,
                             .write = [](const Game& game) { return picture(game.position()); }};

const NotationEntry kQdab{.info = {.name = "qdab",
                                   .description = "bit sets of QDAB, 5x5 only: {\"H\":128,\"V\":0}",
                                   .form = NotationForm::json},
                          .read = read_qdab,
                          .write = write_qdab,
                          .members = {"H", "V"}};

const NotationEntry kGamescrafters{
    .info = {.name = "gamescrafters",
             .description = "turn, h by rows, v by columns, owners: 2x2 o010000000000----",
             .turn = true,
             .score = true},
    .read = read_gamescrafters,
    .write = write_gamescrafters};

}  // namespace pipo
