#include "probe/notation/play.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {

Play::Play(const Board& board)
    : board_(board), owners_(static_cast<std::size_t>(board.boxes()), -1) {}

int Play::draw(int edge) {
  drawn_ |= EdgeSet{1} << edge;
  edges_.push_back(edge);
  int completed = 0;
  for (const int box : board_.neighbours(edge)) {
    if (box < 0 || (board_.sides(box) & ~drawn_) != 0) continue;
    owners_[static_cast<std::size_t>(box)] = turn_;
    ++completed;
  }
  score_[static_cast<std::size_t>(turn_)] += completed;
  if (completed == 0) turn_ = 1 - turn_;
  return completed;
}

Game Play::game(bool in_order) const {
  Game game{{board_, drawn_}, edges_, in_order, {}, {}, {}};
  if (in_order) {
    game.turn = turn_;
    game.score = score_;
    game.owners = owners_;
  }
  return game;
}

Game game_of(const Position& position) {
  if ((position.drawn & ~position.board.all()) != 0) {
    throw BadInput(
        fmt::format("edges are drawn that {} has not: it has {}, bits 0 to {} of the set",
                    position.board.name(), position.board.edges(), position.board.edges() - 1));
  }
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
