#include "pipo/player/clock.hpp"

#include <algorithm>

namespace pipo {
namespace {

// The time for a move of a player whose time is used up. The solver reads 0 as no limit.
constexpr double kLeastMoveTime = 0.01;

}  // namespace

void Clock::restart() {
  const auto& [main, byo, moves] = settings_;
  left_ = {};
  if (byo > 0 ? moves == 0 : main == 0) return;
  const bool in_period = main == 0;
  left_.fill(in_period ? Left{byo, moves} : Left{main, 0});
}

void Clock::set_left(int player, double seconds, int moves) {
  left_.at(static_cast<std::size_t>(player)) = Left{seconds, moves};
}

void Clock::spend(int player, double seconds) {
  auto& left = left_.at(static_cast<std::size_t>(player));
  if (!left) return;
  left->seconds -= seconds;
  if (left->moves > 0) {
    if (--left->moves == 0) *left = {settings_.byo, settings_.moves};
  } else if (left->seconds <= 0 && settings_.byo > 0) {
    *left = {left->seconds + settings_.byo, settings_.moves};
  }
}

std::optional<double> Clock::move_time(int player, int open) const {
  const auto& left = left_.at(static_cast<std::size_t>(player));
  if (!left) return {};
  const bool last = left->moves == 1 || open <= 1;
  return std::max(left->seconds / (last ? 1 : 2), kLeastMoveTime);
}

}  // namespace pipo
