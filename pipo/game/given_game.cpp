#include "pipo/game/given_game.hpp"

#include <fmt/core.h>

#include <charconv>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/settle.hpp"

namespace pipo {
namespace {

// Returns the game with its edges as moves from the empty board on.
Game ordered(const NotationInfo& info, const Game& game) {
  if (game.in_order) return game;
  if (!info.lists) {
    throw BadInput(fmt::format(
        "{} gives a set of edges, which has no order of play; leave out --ordered", info.name));
  }
  return played(game.position.board, game.edges);
}

}  // namespace

std::array<int, 2> parse_score(std::string_view text) {
  std::array<int, 2> score{};
  const char* const end = text.data() + text.size();
  const auto [dash, first] = std::from_chars(text.data(), end, score[0]);
  if (first == std::errc() && dash != end && *dash == '-' && text[0] != '-') {
    const auto [rest, second] = std::from_chars(dash + 1, end, score[1]);
    if (second == std::errc() && rest == end && score[0] < 100 && score[1] >= 0 && score[1] < 100) {
      return score;
    }
  }
  throw BadInput(fmt::format(
      "{} is not a score; give the boxes of the player to move and of the other player, 5-3",
      pipo::quoted(text)));
}

Game read_as(const Reading& reading, std::string_view text) {
  const NotationInfo& info =
      reading.notation == kAnyNotation ? recognised(text) : notation(reading.notation);
  const Game game = read_game(info.name, text);
  return reading.ordered ? ordered(info, game) : game;
}

Standing standing_of(const Reading& reading, const Game& game) {
  Standing standing{game.turn, {}};
  const Board& board = game.position.board;
  const int complete = board.boxes() - boxes_left(board, game.position.drawn);
  if (game.score && game.turn) {
    const auto [first, second] = *game.score;
    standing.score = *game.turn == 0 ? std::array{first, second} : std::array{second, first};
  } else if (game.turn && complete == 0) {
    standing.score = {0, 0};
  }
  if (!reading.score) return standing;
  const auto [mover, other] = *reading.score;
  if (mover + other != complete) {
    throw BadInput(fmt::format("the score {}-{} has {} boxes, but {} are complete", mover, other,
                               mover + other, complete));
  }
  if (standing.score && standing.score != reading.score) {
    throw BadInput(fmt::format("the moves give the score {}-{}, but --score says {}-{}",
                               (*standing.score)[0], (*standing.score)[1], mover, other));
  }
  standing.score = reading.score;
  return standing;
}

GivenGame read_line(const Reading& reading, std::string_view line) {
  if (reading.notation != kAnyNotation && notation(reading.notation).form == NotationForm::file) {
    throw BadInput(
        fmt::format("{} takes several lines; give a file with --file", reading.notation));
  }
  Game game = read_as(reading, line);
  const Standing standing = standing_of(reading, game);
  return {std::move(game), standing};
}

}  // namespace pipo
