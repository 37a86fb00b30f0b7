#include "pipo/player/clock_text.hpp"

#include <fmt/core.h>

#include <charconv>
#include <cmath>
#include <cstdint>

#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"

namespace pipo {
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
