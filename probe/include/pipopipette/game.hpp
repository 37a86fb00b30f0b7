// A game of Dots-and-Boxes, followed move by move: whose turn it is, the score, the owners of the
// boxes, undo, and the result.
//
//   pipo::Game game(pipo::Board(1, 2));
//   for (const int edge : {0, 2, 4, 5}) game.play(edge);   // h0.0, h1.0, v0.0, v0.1
//   // Player 1 took a box with the fourth move and moves again:
//   // game.turn() == 1, game.score() == {0, 1}, game.owners() == {1, -1}
//   game.undo();
//
// Player 0 made the first move; the other one is player 1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pipopipette/export.h"
#include "pipopipette/position.hpp"
#include "pipopipette/table_identity.hpp"

namespace pipo {

// The known facts about a position from which a game starts, besides the position itself.
struct GameSetup {
  std::optional<int> turn = std::nullopt;  // the player to move, 0 or 1

  // The boxes of player 0 and of player 1. They may be fewer than the complete boxes; the score
  // then leaves out the others.
  std::optional<std::array<int, 2>> score = std::nullopt;

  // By box: the player who took it, or -1 if it is not complete or its owner is unknown.
  std::optional<std::vector<int>> owners = std::nullopt;

  // The drawn edges in the order in which the source lists them, which need not be that of play;
  // empty: by DBN index.
  std::vector<int> listed = {};

  std::uint64_t last_move_cost = 0;  // points that the last move costs its player

  std::array<std::uint64_t, 3> reserved = {};  // for members of later versions; leave it zero
};

// The result of a game that is over.
struct GameResult {
  // Boxes of player 0 minus those of player 1; minus the cost of the last move if player 0 made it,
  // plus it if player 1 did.
  int margin = 0;
  std::optional<int> winner = std::nullopt;  // 0 or 1; nothing for a tie

  friend bool operator==(const GameResult&, const GameResult&) = default;
};

// A game up to some move, or a position about which no more is known. A game that begins on the
// empty board knows everything; one that starts from a position knows its GameSetup and all that
// follows from it.
class PIPOPIPETTE_API Game {
 public:
  // Starts on an empty board, 1x1 by default, with player 0 to move.
  explicit Game(const Board& board = {});

  // Starts from a position. If the turn is known and no box is complete, or all owners are known,
  // the score and the owners follow. Throws BadInput if `position.drawn` contains edges that are
  // not on the board, the board is too large for the cost of the last move, or `known` contradicts
  // the position or itself.
  explicit Game(const Position& start, const GameSetup& known = {});

  const Position& position() const { return position_; }
  const Board& board() const { return position_.board; }

  // Returns the points that the last move costs its player.
  LastMoveCost last_move_cost() const { return last_move_cost_; }

  // True if player 0 began on an empty board, so that moves() are all moves of the game.
  bool in_order() const { return in_order_; }

  // Returns the moves since the start in order of play, as DBN indices. The span is valid until the
  // game changes.
  std::span<const int> moves() const { return std::span(edges_).subspan(at_start_); }

  // Returns all drawn edges: those of the start, as listed, then the moves.
  const std::vector<int>& edges() const { return edges_; }

  // Returns the player to move, 0 or 1, or at the end the player who moved last; nothing if
  // unknown.
  std::optional<int> turn() const;

  // Returns the boxes of player 0 and of player 1; nothing if unknown.
  std::optional<std::array<int, 2>> score() const;

  // Returns by box the player who took it, or -1 if the box is not complete or its owner is
  // unknown; nothing if no owner is known.
  const std::optional<std::vector<int>>& owners() const { return owners_; }

  bool over() const { return edges_.size() == static_cast<std::size_t>(board().edges()); }

  // Returns the result by the score; nothing if the game is not over or the score is unknown.
  std::optional<GameResult> result() const;

  // Returns the open edges in order of their DBN indices.
  std::vector<int> legal_moves() const;

  // Returns the boxes that drawing an open edge completes: none, one or two. Throws BadInput for an
  // edge that is drawn or not on the board.
  IndexSet completed_by(int edge) const;

  // Draws an edge for the player to move and returns how many boxes that player takes: 0, 1 or 2.
  // Throws BadInput if the game is over, or the edge is drawn already or not on the board; the game
  // is then unchanged.
  int play(int edge);

  // Takes the last move since the start back. Throws BadInput if there is none.
  void undo();

  friend bool operator==(const Game&, const Game&) = default;

 private:
  void set_owner(const IndexSet& boxes, int owner);

  Position position_;
  std::vector<int> edges_;
  std::size_t at_start_ = 0;  // edges drawn at the start
  bool in_order_ = false;
  bool turn_known_ = false;
  LastMoveCost last_move_cost_ = 0;
  int mover_ = 0;  // if the turn is unknown: 0 for the player who was to move at the start
  std::optional<std::array<int, 2>> score_at_start_;
  std::array<int, 2> taken_{};  // boxes since the start, by mover
  std::optional<std::vector<int>> owners_;
  [[maybe_unused]] std::shared_ptr<const void> reserved_;  // for members of later versions
};

// Returns a game about which only the position is known. Throws BadInput if `position.drawn`
// contains edges that are not on the board.
PIPOPIPETTE_API Game game_of(const Position& position);

// Returns the game that draws these edges in this order, starting from the empty board. Throws
// BadInput for a repeated move, or one that is not an edge of the board.
PIPOPIPETTE_API Game played(const Board& board, std::span<const int> moves);

}  // namespace pipo
