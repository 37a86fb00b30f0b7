#include "probe/notation/play.hpp"

#include <fmt/core.h>

#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {

Play::Play(const Position& start, int turn, const std::array<int, 2>& score,
           std::vector<int> owners)
    : position_(start), turn_(turn), score_(score), owners_(std::move(owners)) {
  owners_.resize(static_cast<std::size_t>(start.board.boxes()), -1);
}

int Play::draw(int edge) {
  const Board& board = position_.board;
  position_.drawn |= EdgeSet{1} << edge;
  edges_.push_back(edge);
  int completed = 0;
  for (const int box : board.neighbours(edge)) {
    if (box < 0 || (board.sides(box) & ~position_.drawn) != 0) continue;
    owners_[static_cast<std::size_t>(box)] = turn_;
    ++completed;
  }
  score_[static_cast<std::size_t>(turn_)] += completed;
  if (completed == 0) turn_ = 1 - turn_;
  return completed;
}

Game Play::game(bool in_order) const {
  Game game{position_, edges_, in_order, {}, {}, {}};
  if (in_order) {
    game.turn = turn_;
    game.score = score_;
    game.owners = owners_;
  }
  return game;
}

Game game_of(const Position& position) {
  check_edges(position.board, position.drawn);
  Game game{position, {}, false, {}, {}, {}};
  for (int edge = 0; edge < position.board.edges(); ++edge) {
    if (position.drawn >> edge & 1) game.edges.push_back(edge);
  }
  return game;
}

Game played(const Board& board, std::span<const int> moves) {
  Play play(board);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int edge = moves[i];
    if (edge < 0 || edge >= board.edges()) {
      throw BadInput(fmt::format("move {} is {}, which is not an edge of {}: they are 0 to {}",
                                 i + 1, edge, board.name(), board.edges() - 1));
    }
    if (play.is_drawn(edge)) {
      throw BadInput(
          fmt::format("move {} draws {}, which is drawn already", i + 1, edge_name(board, edge)));
    }
    play.draw(edge);
  }
  return play.game(true);
}

}  // namespace pipo
