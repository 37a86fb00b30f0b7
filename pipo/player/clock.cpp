#include "pipo/player/clock.hpp"

#include <algorithm>

namespace pipo {
namespace {

// The time for a move of a player whose time is used up. The solver reads 0 as no limit.
constexpr double kLeastMoveTime = 0.01;

std::size_t index(int player) {
  return static_cast<std::size_t>(player);
}

}  // namespace

void Clock::restart() {
  const auto& [main, byo, moves] = settings_;
  left_ = {};
  overstepped_ = {};
  if (byo > 0 ? moves == 0 : main == 0) return;
  const bool in_period = main == 0;
  left_.fill(in_period ? TimeLeft{byo, moves} : TimeLeft{main, 0});
}

void Clock::set_left(int player, const TimeLeft& left) {
  left_.at(index(player)) = left;
}

void Clock::spend(int player, double seconds) {
  auto& left = left_.at(index(player));
  if (!left) return;
  left->seconds -= seconds;
  const bool main_is_over = left->moves == 0 && left->seconds <= 0 && settings_.byo > 0;
  if (main_is_over) *left = {left->seconds + settings_.byo, settings_.moves};
  if (left->seconds < 0) overstepped_.at(index(player)) = true;
  if (left->moves > 0 && !main_is_over && --left->moves == 0) {
    *left = {settings_.byo, settings_.moves};
  }
}

std::optional<TimeLeft> Clock::left(int player) const {
  return left_.at(index(player));
}

bool Clock::overstepped(int player) const {
  return overstepped_.at(index(player));
}

std::optional<double> Clock::move_time(int player, int open) const {
  const auto& left = left_.at(index(player));
  if (!left) return {};
  const double next_period = left->moves == 0 ? settings_.byo : 0;
  const bool last = left->moves == 1 || open <= 1;
  return std::max((left->seconds + next_period) / (last ? 1 : 2), kLeastMoveTime);
}

SolverOptions Clock::limits(int player, const Position& position, SolverOptions options,
                            double elapsed) const {
  if (options.only == Way::table) return options;
  const auto seconds = move_time(player, position.open().size());
  if (seconds) options.seconds = *seconds;
  if (options.seconds > 0) options.seconds = std::max(options.seconds - elapsed, kLeastMoveTime);
  return options;
}

}  // namespace pipo
