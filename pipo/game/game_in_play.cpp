#include "pipo/game/game_in_play.hpp"

#include <fmt/core.h>

#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

Play begun(const Position& start, const Standing& standing, std::vector<int> owners) {
  const int turn = standing.turn.value_or(0);
  const auto [mover, other] = standing.score.value_or(std::array{0, 0});
  return {start, turn, turn == 0 ? std::array{mover, other} : std::array{other, mover},
          std::move(owners)};
}

}  // namespace

GameInPlay::GameInPlay(const Position& start, const Standing& standing)
    : states_{begun(start, standing, {})} {}

GameInPlay::GameInPlay(const GivenGame& given) {
  const Game& game = given.game;
  if (!game.in_order) {
    states_.push_back(
        begun(game.position, given.standing, game.owners.value_or(std::vector<int>())));
    return;
  }
  states_.emplace_back(game.position.board);
  for (const int edge : game.edges) play(edge);
}

int GameInPlay::play(int edge) {
  const Board& board = position().board;
  if (over()) throw BadInput("the game is over: every edge is drawn");
  const std::string name = edge_name(board, edge);  // throws if the board does not have the edge
  if (now().is_drawn(edge)) throw BadInput(fmt::format("{} is drawn already", name));
  states_.push_back(now());
  return states_.back().draw(edge);
}

void GameInPlay::undo() {
  if (states_.size() == 1) throw BadInput("no move to take back");
  states_.pop_back();
}

}  // namespace pipo
