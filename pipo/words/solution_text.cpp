#include "pipo/words/solution_text.hpp"

#include <fmt/core.h>

#include "pipo/words/answer_json.hpp"
#include "pipo/words/answer_text.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "solve/way.hpp"

namespace pipo {
namespace {

// Returns who wins the rest, if that is certain.
std::string outcome(const Bounds& bounds) {
  if (bounds.lower > 0) return ": the player to move wins";
  if (bounds.upper < 0) return ": the player to move loses";
  if (bounds.lower == 0) return ": the player to move does not lose";
  if (bounds.upper == 0) return ": the player to move does not win";
  return {};
}

}  // namespace

std::string how_solved(Way way, const Work& work) {
  if (way == Way::table) return "by a table";
  const std::string time = human_seconds(work.seconds);
  if (way == Way::sweep) {
    return fmt::format("by a sweep of {} in {}", counted(work.looked_at, "value"), time);
  }
  return fmt::format(
      "by a search of {}{} in {}", counted(work.looked_at, "position"),
      work.helped == 0 ? "" : fmt::format(", {} of them by tables and sweeps", work.helped), time);
}

namespace {

std::string how_solved(const Solution& solution) {
  if (solution.remembered) return "by the sweep of another position";
  return how_solved(solution.way, {.looked_at = solution.looked_at, .seconds = solution.seconds});
}

}  // namespace

void append_way(std::string& line, Way way) {
  line.resize(line.size() - std::string_view("}\n").size());
  line.append(R"(,"by":")").append(word(way)).append("\"}\n");
}

void append_solution(std::string& out, const Solution& solution, const Standing& standing,
                     AnswerFormat format) {
  if (format == AnswerFormat::jsonl) {
    append_json(out, solution.answer, standing);
    append_way(out, solution.way);
  } else {
    append_text(out, solution.answer, standing);
    out += fmt::format("\nsolved {}\n", how_solved(solution));
  }
}

std::string bounds_text(const Bounds& bounds, const Window& window) {
  if (bounds.lower > window.high) {
    return "value at least " + signed_number(bounds.lower) + outcome(bounds);
  }
  if (bounds.upper < window.low) {
    return "value at most " + signed_number(bounds.upper) + outcome(bounds);
  }
  return fmt::format("value from {} to {}{}", signed_number(bounds.lower),
                     signed_number(bounds.upper), outcome(bounds));
}

std::string enclosure_text(const Enclosure& found, const Window& window, const Standing& standing) {
  const Position& position = found.position;
  const Bounds& bounds = found.bounds;
  std::string out = fmt::format(
      "{}\nlayer {} of {}, {}\n", to_string(position), position.layer(), position.board.edges(),
      bounds.exact() ? value_text(position, bounds.lower) : bounds_text(bounds, window));
  if (standing.known()) {
    out += standing_text(position, standing,
                         bounds.exact() ? std::optional(bounds.lower) : std::nullopt) +
           "\n";
  }
  if (found.move) {
    out += fmt::format("{} is worth {}{}\n", edge_name(position.board, *found.move),
                       bounds.exact() ? "" : "at least ", signed_number(bounds.lower));
  }
  return out + "\nfound " + how_solved(found.way, {found.looked_at, found.helped, found.seconds}) +
         "\n";
}

std::string enclosure_json(const Enclosure& found, const Standing& standing) {
  const Position& position = found.position;
  const Bounds& bounds = found.bounds;
  const std::string value = bounds.exact() ? std::to_string(bounds.lower) : "null";
  const std::string move =
      found.move ? "\"" + edge_name(position.board, *found.move) + "\"" : "null";
  std::string out = fmt::format(
      R"({{"position":"{}","layer":{},"value":{},"value_bounds":[{},{}],"edge":{},"by":"{}",)"
      R"("looked_at":{},"helped":{},"in_time":{})",
      to_string(position), position.layer(), value, bounds.lower, bounds.upper, move,
      word(found.way), found.looked_at, found.helped, found.in_time);
  append_standing_json(out, position, standing,
                       bounds.exact() ? std::optional(bounds.lower) : std::nullopt);
  return out + "}\n";
}

}  // namespace pipo
