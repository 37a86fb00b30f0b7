#include "answers/question.hpp"

#include <fmt/core.h>

#include <optional>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
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

Game started(const Position& start, const TurnAndScore& turn_and_score, std::vector<int> owners) {
  const int turn = turn_and_score.turn.value_or(0);
  const auto [mover, other] = turn_and_score.score.value_or(std::array{0, 0});
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

Game read_as(const ReadOptions& reading, std::string_view text) {
  const NotationInfo& info =
      reading.notation == kAnyNotation ? detect_notation(text) : notation(reading.notation);
  const Game game = read_game(info.name, text);
  if (const int cost = game.last_move_cost();
      cost > 0 && reading.last_move_cost && cost != *reading.last_move_cost) {
    throw BadInput(fmt::format(
        "the last move of this game costs {}, so its values differ; only commands with --last-move "
        "{} answer for it",
        cost, cost));
  }
  return reading.ordered ? ordered(info, game) : game;
}

TurnAndScore turn_and_score_of(const ReadOptions& reading, const Game& game) {
  TurnAndScore turn_and_score{game.turn(), {}};
  if (const auto score = game.score(); score && game.turn()) {
    const auto [first, second] = *score;
    turn_and_score.score =
        *game.turn() == 0 ? std::array{first, second} : std::array{second, first};
  }
  if (!reading.score) return turn_and_score;
  const int complete = complete_boxes(game.position()).size();
  const auto [mover, other] = *reading.score;
  if (mover + other != complete) {
    throw BadInput(fmt::format("the score {}-{} has {} boxes, but {} are complete", mover, other,
                               mover + other, complete));
  }
  if (turn_and_score.score && turn_and_score.score != reading.score) {
    throw BadInput(fmt::format(
        "the moves give the score {}-{}, that of the player to move first, but {}-{} is given",
        (*turn_and_score.score)[0], (*turn_and_score.score)[1], mover, other));
  }
  turn_and_score.score = reading.score;
  return turn_and_score;
}

Game started(const Position& start, const TurnAndScore& turn_and_score) {
  return started(start, turn_and_score,
                 std::vector<int>(static_cast<std::size_t>(start.board.boxes()), -1));
}

Game replayed(const Game& game, const Position& start, const TurnAndScore& turn_and_score) {
  if (start.board != game.board()) {
    throw BadInput(fmt::format("the game is on {}, and its start on {}", game.board().name(),
                               start.board.name()));
  }
  Game result = started(start, turn_and_score);
  for (const int edge : game.moves()) result.play(edge);
  return result;
}

Game continued(const ParsedGame& given) {
  const auto& [game, turn_and_score] = given;
  if (game.in_order()) return game;
  return game.owners() ? started(game.position(), turn_and_score, *game.owners())
                       : started(game.position(), turn_and_score);
}

ParsedGame read_line(const ReadOptions& reading, std::string_view line) {
  if (reading.notation != kAnyNotation && notation(reading.notation).form == NotationForm::file) {
    throw BadInput(
        fmt::format("{} takes several lines; give a file with --file", reading.notation));
  }
  Game game = read_as(reading, line);
  const TurnAndScore turn_and_score = turn_and_score_of(reading, game);
  return {std::move(game), turn_and_score};
}

Question parse_question(std::string_view text, const ReadOptions& reading, std::uint64_t number) {
  Question question{
      .number = number, .text = text, .position = {}, .turn_and_score = {}, .problem = {}};
  try {
    if (reading.notation == "dbn" && !reading.score && !reading.ordered) {
      question.position = parse_position(text);  // tens of thousands a second
      return question;
    }
    const auto [game, turn_and_score] = read_line(reading, text);
    question.turn_and_score = turn_and_score;
    question.position = game.position();
  } catch (const BadInput& error) {
    question.problem = error.what();
  }
  return question;
}

}  // namespace pipo
