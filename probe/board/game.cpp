#include "pipopipette/game.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/rules.hpp"

namespace pipo {
namespace {

// Throws BadInput unless the list names every drawn edge once.
void check_listed(const Position& position, const std::vector<int>& listed) {
  IndexSet seen;
  for (const int edge : listed) {
    const std::string name = edge_name(position.board, edge);  // throws if it is not on the board
    if (seen.contains(edge)) throw BadInput(fmt::format("{} is listed twice", name));
    seen.insert(edge);
  }
  if (seen != position.drawn) {
    throw BadInput(
        fmt::format("the listed edges of {} are not those drawn", position.board.name()));
  }
}

void check_turn(int turn) {
  if (turn == 0 || turn == 1) return;
  throw BadInput(fmt::format("player {} cannot be to move; players are 0 and 1", turn));
}

void check_score(const std::array<int, 2>& score, int boxes) {
  const auto [first, second] = score;
  if (first >= 0 && second >= 0 && first <= boxes && second <= boxes - first) return;
  throw BadInput(
      fmt::format("the score {}-{} is impossible; complete boxes: {}", first, second, boxes));
}

void check_owners(const Board& board, const std::vector<int>& owners, const IndexSet& complete) {
  if (owners.size() != static_cast<std::size_t>(board.boxes())) {
    throw BadInput(fmt::format("{} has {} boxes; owners given: {}", board.name(), board.boxes(),
                               owners.size()));
  }
  for (int box = 0; box < board.boxes(); ++box) {
    const int owner = owners[static_cast<std::size_t>(box)];
    if (owner < -1 || owner > 1) {
      throw BadInput(
          fmt::format("the owner of box {} is {}; give 0, 1, or -1 for none", box, owner));
    }
    if (owner >= 0 && !complete.contains(box)) {
      throw BadInput(fmt::format("box {} has an owner, but is not complete", box));
    }
  }
}

int boxes_of(const std::vector<int>& owners, int player) {
  return static_cast<int>(std::ranges::count(owners, player));
}

}  // namespace

Game::Game(const Board& board)
    : position_{board, {}},
      in_order_(true),
      turn_known_(true),
      score_at_start_({0, 0}),
      owners_(std::vector<int>(static_cast<std::size_t>(board.boxes()), -1)) {}

Game::Game(const Position& start, const GameSetup& known)
    : position_(start),
      in_order_(start.drawn == 0 && known.turn == 0),
      turn_known_(known.turn.has_value()),
      last_move_cost_(checked_last_move_cost(start.board, known.last_move_cost)),
      mover_(known.turn.value_or(0)),
      score_at_start_(known.score),
      owners_(known.owners) {
  const IndexSet complete = complete_boxes(start);  // throws for edges beyond the board
  check_turn(mover_);
  if (known.score) check_score(*known.score, complete.size());
  if (known.owners) check_owners(start.board, *known.owners, complete);
  if (!known.listed.empty()) check_listed(start, known.listed);
  edges_ = known.listed.empty() ? start.drawn.members() : known.listed;
  at_start_ = edges_.size();
  if (!owners_ && turn_known_ && complete.empty()) {
    owners_.emplace(static_cast<std::size_t>(start.board.boxes()), -1);
  }
  if (!owners_) return;
  const std::array<int, 2> owned{boxes_of(*owners_, 0), boxes_of(*owners_, 1)};
  if (!score_at_start_ && owned[0] + owned[1] == complete.size()) score_at_start_ = owned;
  if (!score_at_start_) return;
  const auto [first, second] = *score_at_start_;
  if (owned[0] > first || owned[1] > second) {
    throw BadInput(fmt::format("the score {}-{} does not fit the owners, who have {}-{}", first,
                               second, owned[0], owned[1]));
  }
}

std::optional<int> Game::turn() const {
  return turn_known_ ? std::optional(mover_) : std::nullopt;
}

std::optional<std::array<int, 2>> Game::score() const {
  const bool known = turn_known_ || taken_ == std::array{0, 0};
  if (!score_at_start_ || !known) return std::nullopt;
  return std::array{(*score_at_start_)[0] + taken_[0], (*score_at_start_)[1] + taken_[1]};
}

std::optional<GameResult> Game::result() const {
  const auto boxes = score();
  if (!over() || !boxes) return std::nullopt;
  const int cost_to_first = mover_ == 0 ? last_move_cost_ : -last_move_cost_;
  const int margin = (*boxes)[0] - (*boxes)[1] - cost_to_first;
  std::optional<GameResult> result(std::in_place);
  result->margin = margin;
  if (margin != 0) result->winner = margin > 0 ? 0 : 1;
  return result;
}

std::vector<int> Game::legal_moves() const {
  return pipo::legal_moves(position_);
}

IndexSet Game::completed_by(int edge) const {
  return pipo::completed_by(position_, edge);
}

void Game::set_owner(const IndexSet& boxes, int owner) {
  if (!owners_) return;
  for (const int box : boxes.members()) (*owners_)[static_cast<std::size_t>(box)] = owner;
}

int Game::play(int edge) {
  if (over()) throw BadInput("the game is over: every edge is drawn");
  const IndexSet boxes = completed_by(edge);
  const int captures = boxes.size();
  edges_.push_back(edge);
  position_.drawn.insert(edge);
  set_owner(boxes, turn_known_ ? mover_ : -1);
  taken_[static_cast<std::size_t>(mover_)] += captures;
  if (captures == 0) mover_ = 1 - mover_;
  return captures;
}

void Game::undo() {
  if (edges_.size() == at_start_) throw BadInput("no move to take back");
  const int edge = edges_.back();
  edges_.pop_back();
  position_.drawn.erase(edge);
  const IndexSet boxes = completed_by(edge);
  if (boxes.empty()) mover_ = 1 - mover_;
  taken_[static_cast<std::size_t>(mover_)] -= boxes.size();
  set_owner(boxes, -1);
}

Game game_of(const Position& position) {
  return Game(position);
}

Game played(const Board& board, std::span<const int> moves) {
  Game game(board);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const int edge = moves[i];
    if (edge < 0 || edge >= board.edges()) {
      throw BadInput(fmt::format("move {} is {}, which is not an edge of {}: they are 0 to {}",
                                 i + 1, edge, board.name(), board.edges() - 1));
    }
    if (game.position().drawn.contains(edge)) {
      throw BadInput(
          fmt::format("move {} draws {}, which is drawn already", i + 1, edge_name(board, edge)));
    }
    game.play(edge);
  }
  return game;
}

}  // namespace pipo
