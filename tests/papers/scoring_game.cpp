#include "tests/papers/scoring_game.hpp"

#include <algorithm>

#include "pipopipette/error.hpp"

namespace pipo::theory {

struct ScoringGame::Node {
  std::vector<ScoringGame> left, right;
  int left_outcome = 0, right_outcome = 0;  // both are the number if there are no options
  std::optional<int> temper = 0;
  bool is_i_game = true;
};

ScoringGame::ScoringGame(int number) {
  auto node = std::make_shared<Node>();
  node->left_outcome = node->right_outcome = number;
  node_ = std::move(node);
}

ScoringGame::ScoringGame(std::vector<ScoringGame> left, std::vector<ScoringGame> right) {
  if (left.empty() || right.empty()) throw BadInput("a player of a scoring game has no option");
  auto node = std::make_shared<Node>();
  node->left = std::move(left);
  node->right = std::move(right);
  node->left_outcome =
      std::ranges::max(node->left, {}, &ScoringGame::right_outcome).right_outcome();
  node->right_outcome =
      std::ranges::min(node->right, {}, &ScoringGame::left_outcome).left_outcome();
  const std::optional<int> first = node->left.front().temper();
  const auto alike = [&](const ScoringGame& one) { return one.temper() == first; };
  const bool tempered =
      first && std::ranges::all_of(node->left, alike) && std::ranges::all_of(node->right, alike);
  node->temper = tempered ? std::optional(1 - *first) : std::nullopt;
  node->is_i_game = tempered && std::ranges::all_of(node->left, &ScoringGame::is_i_game) &&
                    std::ranges::all_of(node->right, &ScoringGame::is_i_game) &&
                    (node->temper == 1 || node->left_outcome >= node->right_outcome);
  node_ = std::move(node);
}

std::optional<int> ScoringGame::number() const {
  return node_->left.empty() ? std::optional(node_->left_outcome) : std::nullopt;
}

std::span<const ScoringGame> ScoringGame::left() const {
  return node_->left;
}

std::span<const ScoringGame> ScoringGame::right() const {
  return node_->right;
}

int ScoringGame::left_outcome() const {
  return node_->left_outcome;
}

int ScoringGame::right_outcome() const {
  return node_->right_outcome;
}

std::optional<int> ScoringGame::temper() const {
  return node_->temper;
}

bool ScoringGame::is_i_game() const {
  return node_->is_i_game;
}

ScoringGame ScoringGame::operator-() const {
  if (const auto value = number()) return -*value;
  std::vector<ScoringGame> negated_left, negated_right;
  for (const ScoringGame& one : right()) negated_left.push_back(-one);
  for (const ScoringGame& one : left()) negated_right.push_back(-one);
  return {std::move(negated_left), std::move(negated_right)};
}

ScoringGame ScoringGame::operator+(const ScoringGame& other) const {
  if (number() && other.number()) return *number() + *other.number();
  std::vector<ScoringGame> sum_left, sum_right;
  for (const ScoringGame& one : left()) sum_left.push_back(one + other);
  for (const ScoringGame& one : other.left()) sum_left.push_back(*this + one);
  for (const ScoringGame& one : right()) sum_right.push_back(one + other);
  for (const ScoringGame& one : other.right()) sum_right.push_back(*this + one);
  return {std::move(sum_left), std::move(sum_right)};
}

}  // namespace pipo::theory
