#include "pipo/game/game_in_play.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {

GameInPlay::GameInPlay(const Position& start, const Standing& standing) {
  begin(start, standing);
}

GameInPlay::GameInPlay(const GivenGame& given) {
  const Game& game = given.game;
  if (!game.in_order) {
    begin(game.position, given.standing);
    if (game.owners) states_.front().owners = *game.owners;
    return;
  }
  begin({game.position.board, 0}, {});
  for (const int edge : game.edges) play(edge);
}

void GameInPlay::begin(const Position& start, const Standing& standing) {
  State state{start, standing.turn.value_or(0), {}, {}};
  if (standing.score) {
    const auto& [mover, other] = *standing.score;
    state.score = state.turn == 0 ? std::array{mover, other} : std::array{other, mover};
  }
  state.owners.assign(static_cast<std::size_t>(start.board.boxes()), -1);
  states_.push_back(std::move(state));
}

int GameInPlay::play(int edge) {
  const Board& board = position().board;
  if (over()) throw BadInput("the game is over: every edge is drawn");
  const std::string name = edge_name(board, edge);
  const EdgeSet drawn = EdgeSet{1} << edge;
  if ((position().drawn & drawn) != 0) throw BadInput(fmt::format("{} is drawn already", name));
  State next = now();
  next.position.drawn |= drawn;
  int captures = 0;
  for (const int box : board.neighbours(edge)) {
    if (box < 0 || (board.sides(box) & ~next.position.drawn) != 0) continue;
    next.owners[static_cast<std::size_t>(box)] = next.turn;
    ++captures;
  }
  next.score[static_cast<std::size_t>(next.turn)] += captures;
  if (captures == 0) next.turn = 1 - next.turn;
  states_.push_back(std::move(next));
  moves_.push_back(edge);
  return captures;
}

void GameInPlay::undo() {
  if (moves_.empty()) throw BadInput("there is no move to take back");
  states_.pop_back();
  moves_.pop_back();
}

}  // namespace pipo
