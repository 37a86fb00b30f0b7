#include "answers/asked.hpp"

#include <fmt/core.h>

#include <iterator>

#include "answers/problem.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

std::string parameter(const Asked& asked, const std::string& name) {
  const auto [first, last] = asked.parameters.equal_range(name);
  if (first == last) return {};
  if (std::next(first) != last) {
    throw BadInput(fmt::format("the parameter {} is given more than once: give it once", name));
  }
  return first->second;
}

std::string required_parameter(const Asked& asked, const std::string& name) {
  std::string value = parameter(asked, name);
  if (!value.empty()) return value;
  throw BadInput(
      fmt::format("the parameter {0} is missing: give it as {1}?{0}=...", name, asked.path));
}

bool is_first(const Asked& asked, const std::string& name,
              const std::array<std::string_view, 2>& values, bool usual) {
  const std::string value = parameter(asked, name);
  if (value.empty()) return usual;
  if (value == values[0] || value == values[1]) return value == values[0];
  throw BadInput(fmt::format("the parameter {} is {} or {}, not {}", name, values[0], values[1],
                             pipo::quoted(value)));
}

double seconds_asked(const Asked& asked, const std::string& name, double usual, double most) {
  const std::string text = parameter(asked, name);
  if (text.empty()) return usual;
  const auto value = parsed_number<double>(text);
  if (value && *value > 0 && *value <= most) return *value;
  throw BadInput(
      fmt::format("the parameter {} is a number of seconds, more than 0 and at most {}, "
                  "not {}",
                  name, most, pipo::quoted(text)));
}

std::uint64_t whole_number_asked(const Asked& asked, const std::string& name, std::uint64_t usual,
                                 std::uint64_t most, std::uint64_t least) {
  const std::string text = parameter(asked, name);
  if (text.empty()) return usual;
  const auto value = parsed_number<std::uint64_t>(text);
  if (value && *value >= least && *value <= most) return *value;
  throw BadInput(fmt::format("the parameter {} is a whole number from {} to {}, not {}", name,
                             least, most, pipo::quoted(text)));
}

ReadOptions reading_asked(const Asked& asked) {
  ReadOptions reading;
  if (const std::string name = parameter(asked, "notation"); !name.empty()) {
    const bool line = name == kAnyNotation || notation(name).form != NotationForm::file;
    require(line, ProblemKind::bad_input,
            "{0} is a file of several lines: send it with POST to /api/v1/convert?from={0}, and "
            "ask for the position that tells",
            name);
    reading.notation = name;
  }
  const std::string score = parameter(asked, "mover_score");
  if (!score.empty()) reading.score = parse_score(score);
  return reading;
}

ParsedGame game_asked_about(const Asked& asked) {
  return read_line(reading_asked(asked), required_parameter(asked, "position"));
}

bool best_first(const Asked& asked) {
  return !is_first(asked, "order", {"index", "best"}, true);
}

Game game_asked(const Asked& asked) {
  const std::string in_parameter = parameter(asked, "game");
  if (!asked.body.empty() && !in_parameter.empty()) {
    throw BadInput("the game is in the body and in the parameter: give it once");
  }
  const std::string text = asked.body.empty() ? in_parameter : asked.body;
  if (text.empty())
    throw BadInput("there is no game: send it as the body, or give it as ?game=...");
  const std::string named = parameter(asked, "notation");
  const Game read = read_as(
      {named.empty() ? std::string(kAnyNotation) : named, flag(asked, "ordered"), {}}, text);
  if (!read.in_order()) {
    throw BadInput(
        "this is a position without the order of its moves, and a review needs that; if the edges "
        "are listed in order of play, add ordered=true");
  }
  const std::string start = parameter(asked, "start");
  const std::string score = parameter(asked, "start_score");
  if (start.empty() && score.empty()) return read;
  TurnAndScore turn_and_score{.turn = 0, .score = {}};
  if (!score.empty()) turn_and_score.score = parse_score(score);
  return replayed(read, start.empty() ? Position{read.board(), 0} : parse_position(start),
                  turn_and_score);
}

}  // namespace pipo
