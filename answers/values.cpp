#include "answers/values.hpp"

#include <fmt/core.h>
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "answers/question.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"
#include "probe/board/settle.hpp"
#include "solve/way.hpp"

namespace pipo {

std::array<int, 2> final_mover_score(const Position& position, const std::array<int, 2>& score,
                                     int value) {
  const int left = boxes_left(position);
  return {score[0] + (left + value) / 2, score[1] + (left - value) / 2};
}

std::string turn_and_score_text(const Position& position, const TurnAndScore& turn_and_score,
                                std::optional<int> value) {
  const auto& [turn, score] = turn_and_score;
  if (!score) return turn ? fmt::format("player {} is to move", *turn + 1) : std::string();
  std::string text = fmt::format("score {}-{}", (*score)[0], (*score)[1]);
  if (value) {
    const auto end = final_mover_score(position, *score, *value);
    text += fmt::format(" now, {}-{} in the end under best play,", end[0], end[1]);
  }
  return text + (turn ? fmt::format(" for player {}, who is to move", *turn + 1)
                      : std::string(" for the player to move"));
}

void append_turn_and_score(std::string& out, const Position& position,
                           const TurnAndScore& turn_and_score, std::optional<int> value) {
  const auto& [turn, score] = turn_and_score;
  if (turn) out += fmt::format(",\"turn\":{}", *turn + 1);
  if (!score) return;
  out += fmt::format(",\"mover_score\":[{},{}]", (*score)[0], (*score)[1]);
  if (!value) return;
  const auto end = final_mover_score(position, *score, *value);
  out += fmt::format(",\"final_mover_score\":[{},{}]", end[0], end[1]);
}

namespace {

// Returns a text such as "taking 6 of the 9 boxes left".
std::string taking(int boxes_taken, int left) {
  if (left == 1)
    return boxes_taken == 1 ? "taking the one box left" : "not taking the one box left";
  if (boxes_taken == left) return fmt::format("taking all {} boxes left", left);
  if (boxes_taken == 0) return fmt::format("taking none of the {} boxes left", left);
  return fmt::format("taking {} of the {} boxes left", boxes_taken, left);
}

}  // namespace

std::string value_text(const Position& position, int value) {
  const int left = boxes_left(position);
  if (left == 0) return fmt::format("value {}: no box is left", signed_number(value));
  if (value == 0) {
    return fmt::format("value 0: a tie, each player takes {} of the {} boxes left", left / 2, left);
  }
  return fmt::format("value {}: the player to move {} by {}, {}", signed_number(value),
                     value > 0 ? "wins" : "loses", std::abs(value),
                     taking((left + value) / 2, left));
}

std::string picture_of_moves(const Position& position, const std::vector<MoveValue>& moves) {
  Labels labels;
  labels.edges.resize(static_cast<std::size_t>(position.board.edges()));
  for (const MoveValue& move : moves) {
    labels.edges[static_cast<std::size_t>(move.edge)] = std::to_string(move.value);
  }
  return picture(position, labels);
}

std::string best_moves(const Answer& answer) {
  if (answer.best.size() > 1 && answer.best.size() == answer.moves.size()) {
    return fmt::format("all {} moves", answer.best.size());
  }
  return edge_list(answer.position.board, answer.best);
}

void append_text(std::string& out, const Answer& answer, const TurnAndScore& turn_and_score) {
  const Position& position = answer.position;
  out += fmt::format("{}\nlayer {} of {}, {}\n", to_string(position), position.layer(),
                     position.board.edges(), value_text(position, answer.value));
  if (turn_and_score.known())
    out += turn_and_score_text(position, turn_and_score, answer.value) + "\n";
  if (answer.table.start != 0) {
    out += fmt::format("from the table {}\n", folder_name(answer.table));
  }
  if (answer.computed) out += "computed from the layers that the table keeps\n";
  out += "\n" + picture_of_moves(position, answer.moves);
  if (!answer.best.empty()) out += fmt::format("\nbest: {}\n", best_moves(answer));
}

namespace {

constexpr std::string_view kComputed = R"(,"computed":true)";

void append(std::string& out, int number) {
  std::array<char, 12> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

// Opens the object: the position, its layer and its value.
void append_begin(std::string& out, const Position& position, int value) {
  // Neither positions nor edge names hold a character that JSON would have escaped.
  out.append(R"({"position":")").append(to_string(position));
  out += R"(","layer":)";
  append(out, position.layer());
  out += R"(,"value":)";
  append(out, value);
}

}  // namespace

std::string edges_json(const Board& board, std::span<const int> edges) {
  return edges.empty() ? "[]" : "[\"" + edge_list(board, edges, "\",\"") + "\"]";
}

std::string json_string(std::string_view text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

void append_json(std::string& out, const Answer& answer, const TurnAndScore& turn_and_score) {
  const Board& board = answer.position.board;
  append_begin(out, answer.position, answer.value);
  out += R"(,"moves":[)";
  for (const MoveValue& move : answer.moves) {
    if (out.back() == '}') out += ',';
    out.append(R"({"edge":")").append(edge_name(board, move.edge));
    out += R"(","index":)";
    append(out, move.edge);
    out += R"(,"captures":)";
    append(out, move.captures);
    out += R"(,"value":)";
    append(out, move.value);
    out += '}';
  }
  out += R"(],"best":[)";
  for (const int edge : answer.best) {
    if (out.back() != '[') out += ',';
    out.append(1, '"').append(edge_name(board, edge)).append(1, '"');
  }
  out += ']';
  if (answer.table.start != 0) {
    out.append(R"(,"table":")").append(folder_name(answer.table)).append(1, '"');
  }
  if (answer.computed) out += kComputed;
  append_turn_and_score(out, answer.position, turn_and_score, answer.value);
  out += "}\n";
}

void append_json(std::string& out, const Position& position, int value,
                 const TurnAndScore& turn_and_score, bool computed) {
  append_begin(out, position, value);
  if (computed) out += kComputed;
  append_turn_and_score(out, position, turn_and_score, value);
  out += "}\n";
}

void append_json_error(std::string& out, std::string_view position, std::string_view error) {
  out.append(R"({"position":)").append(json_string(position));
  out.append(R"(,"error":)").append(json_string(error)).append("}\n");
}

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

void append_solution(std::string& out, const Solution& solution, const TurnAndScore& turn_and_score,
                     AnswerFormat format) {
  if (format == AnswerFormat::jsonl) {
    append_json(out, solution.answer, turn_and_score);
    append_way(out, solution.way);
  } else {
    append_text(out, solution.answer, turn_and_score);
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

std::string enclosure_text(const Enclosure& found, const Window& window,
                           const TurnAndScore& turn_and_score) {
  const Position& position = found.position;
  const Bounds& bounds = found.bounds;
  std::string out = fmt::format(
      "{}\nlayer {} of {}, {}\n", to_string(position), position.layer(), position.board.edges(),
      bounds.exact() ? value_text(position, bounds.lower) : bounds_text(bounds, window));
  if (turn_and_score.known()) {
    out += turn_and_score_text(position, turn_and_score,
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

std::string enclosure_json(const Enclosure& found, const TurnAndScore& turn_and_score) {
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
  append_turn_and_score(out, position, turn_and_score,
                        bounds.exact() ? std::optional(bounds.lower) : std::nullopt);
  return out + "}\n";
}

}  // namespace pipo
