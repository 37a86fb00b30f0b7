#include "player/clock.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"

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
  if (options.only == Method::table) return options;
  const auto seconds = move_time(player, position.open().size());
  if (seconds) options.seconds = *seconds;
  if (options.seconds > 0) options.seconds = std::max(options.seconds - elapsed, kLeastMoveTime);
  return options;
}

namespace {

// Formats a time as "1:02:03", "4:58", or below ten seconds "0:07.3".
std::string minutes_and_seconds(double seconds) {
  constexpr double kTenths = 9.95;
  if (seconds < kTenths) return fmt::format("0:0{:.1f}", seconds);
  const std::int64_t whole = std::llround(seconds);
  const std::int64_t minutes = whole / 60;
  if (minutes < 60) return fmt::format("{}:{:02}", minutes, whole % 60);
  return fmt::format("{}:{:02}:{:02}", minutes / 60, minutes % 60, whole % 60);
}

}  // namespace

double parse_seconds(std::string_view word, std::string_view remedy) {
  const auto seconds = parsed_number<double>(word, std::chars_format::fixed);
  if (!seconds || !(*seconds >= 0 && *seconds <= 1'000'000)) {
    throw BadInput(fmt::format("{} is not a number of seconds; give one such as {}",
                               pipo::quoted(word), remedy));
  }
  return *seconds;
}

int parse_moves(std::string_view word) {
  const auto moves = parsed_number<int>(word);
  if (!moves || *moves < 0) {
    throw BadInput(
        fmt::format("{} is not a number of moves; give one such as 10", pipo::quoted(word)));
  }
  return *moves;
}

TimeSettings parse_time_settings(std::string_view text) {
  TimeSettings settings;
  const std::size_t plus = text.find('+');
  settings.main = parse_seconds(text.substr(0, plus), "300");
  if (plus != text.npos) {
    const std::string_view period = text.substr(plus + 1);
    const std::size_t slash = period.find('/');
    if (slash == period.npos) {
      throw BadInput(
          fmt::format("{} does not say for how many moves a period of {} s is; give a "
                      "clock such as 300+30/5",
                      pipo::quoted(text), period));
    }
    settings.byo = parse_seconds(period.substr(0, slash), "30");
    settings.moves = parse_moves(period.substr(slash + 1));
  }
  const bool period = settings.byo > 0 && settings.moves > 0;
  if (settings.main == 0 && !period) {
    throw BadInput(fmt::format("a clock of {} gives no time; give one such as 300 or 300+30/5",
                               pipo::quoted(text)));
  }
  if (plus != text.npos && !period) {
    throw BadInput(
        fmt::format("a clock of {} has a period without time or without moves; give one "
                    "such as 300 or 300+30/5",
                    pipo::quoted(text)));
  }
  return settings;
}

std::string time_text(const TimeLeft& left) {
  if (left.seconds < 0) return "over by " + minutes_and_seconds(-left.seconds);
  const std::string text = minutes_and_seconds(left.seconds);
  if (left.moves == 0) return text;
  return fmt::format("{} for {}", text, counted(static_cast<std::uint64_t>(left.moves), "move"));
}

}  // namespace pipo
