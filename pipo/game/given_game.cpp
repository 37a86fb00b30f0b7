#include "pipo/game/given_game.hpp"

#include <fmt/core.h>

#include <optional>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/rules.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
namespace {

// Returns the game with its edges as moves from the empty board on.
Game ordered(const NotationInfo& info, const Game& game) {
  if (game.in_order()) return game;
  if (!info.lists) {
    throw BadInput(fmt::format(
        "{} gives a set of edges, which has no order of play; leave out --ordered", info.name));
  }
  return played(game.board(), game.edges());
}

Game started(const Position& start, const Standing& standing, std::vector<int> owners) {
  const int turn = standing.turn.value_or(0);
  const auto [mover, other] = standing.score.value_or(std::array{0, 0});
  return Game(start, {.turn = turn,
                      .score = turn == 0 ? std::array{mover, other} : std::array{other, mover},
                      .owners = std::move(owners)});
}

}  // namespace

std::array<int, 2> parse_score(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = parsed_number<unsigned>(text.substr(0, dash));
  const auto second =
      dash == text.npos ? std::nullopt : parsed_number<unsigned>(text.substr(dash + 1));
  if (first && second && *first < 1000 && *second < 1000) {
    return {static_cast<int>(*first), static_cast<int>(*second)};
  }
  throw BadInput(fmt::format(
      "{} is not a score; give the boxes of the player to move and of the other player, 5-3",
      pipo::quoted(text)));
}

Game read_as(const Reading& reading, std::string_view text) {
  const NotationInfo& info =
      reading.notation == kAnyNotation ? detect_notation(text) : notation(reading.notation);
  const Game game = read_game(info.name, text);
  return reading.ordered ? ordered(info, game) : game;
}

Standing standing_of(const Reading& reading, const Game& game) {
  Standing standing{game.turn(), {}};
  if (const auto score = game.score(); score && game.turn()) {
    const auto [first, second] = *score;
    standing.score = *game.turn() == 0 ? std::array{first, second} : std::array{second, first};
  }
  if (!reading.score) return standing;
  const int complete = complete_boxes(game.position()).size();
  const auto [mover, other] = *reading.score;
  if (mover + other != complete) {
    throw BadInput(fmt::format("the score {}-{} has {} boxes, but {} are complete", mover, other,
                               mover + other, complete));
  }
  if (standing.score && standing.score != reading.score) {
    throw BadInput(fmt::format(
        "the moves give the score {}-{}, that of the player to move first, but {}-{} is given",
        (*standing.score)[0], (*standing.score)[1], mover, other));
  }
  standing.score = reading.score;
  return standing;
}

Game started(const Position& start, const Standing& standing) {
  return started(start, standing,
                 std::vector<int>(static_cast<std::size_t>(start.board.boxes()), -1));
}

Game replayed(const Game& game, const Position& start, const Standing& standing) {
  if (start.board != game.board()) {
    throw BadInput(fmt::format("the game is on {}, and its start on {}", game.board().name(),
                               start.board.name()));
  }
  Game result = started(start, standing);
  for (const int edge : game.moves()) result.play(edge);
  return result;
}

Game continued(const GivenGame& given) {
  const auto& [game, standing] = given;
  if (game.in_order()) return game;
  return game.owners() ? started(game.position(), standing, *game.owners())
                       : started(game.position(), standing);
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
