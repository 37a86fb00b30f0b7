#include <fmt/format.h>

#include <array>

#include "pipo/game/best_play.hpp"
#include "pipo/words/answer_text.hpp"
#include "pipo/words/wrapping.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo {
namespace {

// Returns the names of the player to move and the other player: their numbers, if it is known who
// began.
std::array<std::string, 2> names(const Standing& standing) {
  if (!standing.turn) return {"mover", "other"};
  const int mover = *standing.turn + 1;
  return {std::to_string(mover), std::to_string(3 - mover)};
}

std::string alternatives(const Board& board, std::vector<int> best, int chosen) {
  std::erase(best, chosen);
  return edge_list(board, best);
}

std::string row(const BestPlay& play, std::size_t index, const std::string& player,
                const std::array<int, 2>& score) {
  const Board& board = play.given.game.board();
  const LineMove& move = play.line[index];
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
  const Standing& standing = play.given.standing;
  std::string text = fmt::format("{}\nlayer {} of {}, {}\n", to_string(position), position.layer(),
                                 position.board.edges(), value_text(position, play.value));
  if (standing.known()) text += standing_text(position, standing, play.value) + "\n";
  if (play.line.empty()) return text;

  const auto players = names(standing);
  Game game = started(position, standing);
  const int mover = *game.turn();
  text += fmt::format("\nmove  player  edge   takes  score  worth{}\n",
                      play.best.empty() ? "" : "  as good");
  for (std::size_t i = 0; i < play.line.size(); ++i) {
    const LineMove& move = play.line[i];
    game.play(move.edge);
    const auto score = *game.score();
    text += row(play, i, players[static_cast<std::size_t>(move.player)],
                mover == 0 ? score : std::array{score[1], score[0]});
  }
  return text + "\n" + taken(game, players, mover);
}

}  // namespace pipo
