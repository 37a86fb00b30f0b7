#include "answers/line.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

#include "answers/question.hpp"
#include "answers/text.hpp"
#include "answers/values.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"
#include "probe/table/best_line.hpp"
#include "solve/method.hpp"

namespace pipo {

BestPlay best_play(const ParsedGame& given, SharedTime time, bool with_alternatives) {
  std::optional<Solution> first;
  std::vector<std::vector<int>> best;
  std::vector<MoveValue> line = best_line(given.game.position(), [&](const Position& now) {
    Solution solution = time.solve(now);
    if (!first) first = solution;
    if (with_alternatives && now.open() != 0) best.push_back(solution.answer.best);
    return std::move(solution.answer);
  });
  return {given,           first->answer.value, first->method,
          std::move(line), std::move(best),     first->answer.table.last_move_cost};
}

namespace {

// Returns the names of the player to move and the other player: their numbers, if it is known who
// began.
std::array<std::string, 2> names(const TurnAndScore& turn_and_score) {
  if (!turn_and_score.turn) return {"mover", "other"};
  const int mover = *turn_and_score.turn + 1;
  return {std::to_string(mover), std::to_string(3 - mover)};
}

std::string alternatives(const Board& board, std::vector<int> best, int chosen) {
  std::erase(best, chosen);
  return edge_list(board, best);
}

std::string row(const BestPlay& play, std::size_t index, const std::string& player,
                const std::array<int, 2>& score) {
  const Board& board = play.given.game.board();
  const MoveValue& move = play.line[index];
  const std::string takes = move.captures == 0 ? "-" : std::to_string(move.captures);
  std::string text = fmt::format(
      "{:>4}  {:<6}  {:<5}  {:>5}  {:>5}  {:>5}", index + 1, player, edge_name(board, move.edge),
      takes, fmt::format("{}-{}", score[0], score[1]), signed_number(move.value));
  if (play.best.empty()) return text + "\n";
  const std::string others = alternatives(board, play.best[index], move.edge);
  return others.empty() ? text + "\n" : wrapped(others, text + "  ", text.size() + 2);
}

// Returns the full board with the owner of each box.
std::string taken(const Game& game, const std::array<std::string, 2>& players, int mover) {
  Labels labels;
  for (const int owner : *game.owners()) {
    labels.boxes.push_back(owner < 0 ? "" : players[owner == mover ? 0 : 1].substr(0, 1));
  }
  return picture(game.position(), labels);
}

}  // namespace

std::string best_play_text(const BestPlay& play) {
  const Position& position = play.given.game.position();
  const TurnAndScore& turn_and_score = play.given.turn_and_score;
  std::string text =
      fmt::format("{}\nlayer {} of {}, {}\n", to_string(position), position.layer(),
                  position.board.edges(), value_text(position, play.value, play.last_move_cost));
  if (turn_and_score.known()) {
    text += turn_and_score_text(position, turn_and_score, play.value, play.last_move_cost) + "\n";
  }
  if (play.line.empty()) return text;

  const auto players = names(turn_and_score);
  Game game = started(position, turn_and_score);
  const int mover = *game.turn();
  text += fmt::format("\nmove  player  edge   takes  score  worth{}\n",
                      play.best.empty() ? "" : "  as good");
  for (std::size_t i = 0; i < play.line.size(); ++i) {
    const MoveValue& move = play.line[i];
    game.play(move.edge);
    const auto score = *game.score();
    text += row(play, i, players[static_cast<std::size_t>(move.player)],
                mover == 0 ? score : std::array{score[1], score[0]});
  }
  if (play.last_move_cost > 0) {
    const std::string& who = players[static_cast<std::size_t>(play.line.back().player)];
    text += fmt::format("\nthe last move costs {}{} {}\n", turn_and_score.turn ? "player " : "the ",
                        who, counted(play.last_move_cost, "point"));
  }
  return text + "\n" + taken(game, players, mover);
}

Json best_play_json(const BestPlay& play) {
  const Position& position = play.given.game.position();
  Json line = Json::array();
  for (std::size_t i = 0; i < play.line.size(); ++i) {
    const MoveValue& move = play.line[i];
    line.push_back({{"edge", edge_name(position.board, move.edge)},
                    {"index", move.edge},
                    {"captures", move.captures},
                    {"value", move.value},
                    {"mover", move.player == 0}});
    if (!play.best.empty()) line.back()["best"] = edges_json(position.board, play.best[i]);
  }
  Json json{{"position", to_string(position)},
            {"layer", position.layer()},
            {"value", play.value},
            {"line", line}};
  add_turn_and_score(json, position, play.given.turn_and_score, play.value, play.last_move_cost);
  json["by"] = word(play.method);
  return json;
}

}  // namespace pipo
