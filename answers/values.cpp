#include "answers/values.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"
#include "probe/board/settle.hpp"
#include "solve/method.hpp"

namespace pipo {
namespace {

// Returns a text such as "taking 6 of the 9 boxes left".
std::string taking(int taken, int left, std::string_view noun) {
  if (left == 1) return fmt::format("{}taking the one {} left", taken == 1 ? "" : "not ", noun);
  const std::string all = counted(static_cast<std::uint64_t>(left), noun);
  if (taken == left) return fmt::format("taking all {} left", all);
  if (taken == 0) return fmt::format("taking none of the {} left", all);
  return fmt::format("taking {} of the {} left", taken, all);
}

// Returns the score when all boxes are taken, that of the player to move first,
// given the margin for that player under best play.
std::array<int, 2> final_mover_score(const Position& position, const std::array<int, 2>& score,
                                     int value) {
  const int left = boxes_left(position);
  return {score[0] + (left + value) / 2, score[1] + (left - value) / 2};
}

// Returns who wins the rest, if that is certain.
std::string outcome(const Bounds& bounds) {
  if (bounds.lower > 0) return ": the player to move wins";
  if (bounds.upper < 0) return ": the player to move loses";
  if (bounds.lower == 0) return ": the player to move does not lose";
  if (bounds.upper == 0) return ": the player to move does not win";
  return {};
}

// "value at least +3: the player to move wins", "value from -7 to +5".
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

std::string cost_text(LastMoveCost last_move_cost) {
  return last_move_cost == 0 ? "" : fmt::format(", where the last move costs {}", last_move_cost);
}

// Returns the value if the bounds leave only one.
std::optional<int> exact_value(const Bounds& bounds) {
  return bounds.exact() ? std::optional(bounds.lower) : std::nullopt;
}

}  // namespace

std::string value_text(const Position& position, int value, LastMoveCost last_move_cost) {
  const int left = boxes_left(position);
  if (last_move_cost == 0) return value_text(left, "box", value);
  const std::string who = left == 0    ? "no box is left"
                          : value == 0 ? "a tie"
                                       : fmt::format("the player to move {} by {}",
                                                     value > 0 ? "wins" : "loses", std::abs(value));
  return fmt::format("value {}: {}", signed_number(value), who) + cost_text(last_move_cost);
}

std::string value_text(int left, std::string_view noun, int value) {
  if (left == 0) return fmt::format("value {}: no {} is left", signed_number(value), noun);
  if (value == 0) {
    return fmt::format("value 0: a tie, each player takes {} of the {} left", left / 2,
                       counted(static_cast<std::uint64_t>(left), noun));
  }
  return fmt::format("value {}: the player to move {} by {}, {}", signed_number(value),
                     value > 0 ? "wins" : "loses", std::abs(value),
                     taking((left + value) / 2, left, noun));
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

std::string turn_and_score_text(const Position& position, const TurnAndScore& turn_and_score,
                                std::optional<int> value, LastMoveCost last_move_cost) {
  const auto& [turn, score] = turn_and_score;
  if (last_move_cost > 0) value = {};
  if (!score) return turn ? fmt::format("player {} is to move", *turn + 1) : std::string();
  std::string text = fmt::format("score {}-{}", (*score)[0], (*score)[1]);
  if (value) {
    const auto end = final_mover_score(position, *score, *value);
    text += fmt::format(" now, {}-{} in the end under best play,", end[0], end[1]);
  }
  return text + (turn ? fmt::format(" for player {}, who is to move", *turn + 1)
                      : std::string(" for the player to move"));
}

void append_text(std::string& out, const Answer& answer, const TurnAndScore& turn_and_score) {
  const Position& position = answer.position;
  out += fmt::format("{}\nlayer {} of {}, {}\n", to_string(position), position.layer(),
                     position.board.edges(),
                     value_text(position, answer.value, answer.table.last_move_cost));
  if (turn_and_score.known()) {
    out +=
        turn_and_score_text(position, turn_and_score, answer.value, answer.table.last_move_cost) +
        "\n";
  }
  if (answer.table.start != 0) {
    out += fmt::format("from the table {}{}\n", folder_name(answer.table),
                       answer.atlas ? " of the atlas" : "");
  } else if (answer.atlas) {
    out += "from the atlas\n";
  }
  if (answer.computed) out += "computed from the layers that the table keeps\n";
  out += "\n" + picture_of_moves(position, answer.moves);
  if (!answer.best.empty()) out += fmt::format("\nbest: {}\n", best_moves(answer));
}

std::string how_solved(Method method, const Work& work) {
  if (method == Method::table) return "by a table";
  const std::string time = human_seconds(work.seconds);
  if (method == Method::sweep) {
    return fmt::format("by a sweep of {}{} in {}", counted(work.looked_at, "value"),
                       work.swept_from ? fmt::format(" from layer {}", *work.swept_from) : "",
                       time);
  }
  return fmt::format(
      "by a search of {}{} in {}", counted(work.looked_at, "position"),
      work.helped == 0 ? "" : fmt::format(", {} of them by tables and sweeps", work.helped), time);
}

void append_solution(std::string& out, const Solution& solution, const TurnAndScore& turn_and_score,
                     AnswerFormat format) {
  if (format == AnswerFormat::jsonl) {
    return append_json(out, solution.answer, turn_and_score, solution.method, solution.swept_from);
  }
  append_text(out, solution.answer, turn_and_score);
  std::string how = how_solved(solution.method, {.looked_at = solution.looked_at,
                                                 .seconds = solution.seconds,
                                                 .swept_from = solution.swept_from});
  if (solution.remembered) {
    how =
        fmt::format("by the sweep of another position, from layer {}", solution.swept_from.value());
  } else if (solution.answer.atlas) {
    how = "by the atlas";
  }
  out += fmt::format("\nsolved {}\n", how);
}

std::string value_bounds_text(const ValueBounds& found, const Window& window,
                              const TurnAndScore& turn_and_score) {
  const Position& position = found.position;
  const Bounds& bounds = found.bounds;
  const auto cost = static_cast<LastMoveCost>(found.last_move_cost);
  std::string out = fmt::format("{}\nlayer {} of {}, {}\n", to_string(position), position.layer(),
                                position.board.edges(),
                                bounds.exact() ? value_text(position, bounds.lower, cost)
                                               : bounds_text(bounds, window) + cost_text(cost));
  if (turn_and_score.known()) {
    out += turn_and_score_text(position, turn_and_score, exact_value(bounds), cost) + "\n";
  }
  if (found.move) {
    out += fmt::format("{} is worth {}{}\n", edge_name(position.board, *found.move),
                       bounds.exact() ? "" : "at least ", signed_number(bounds.lower));
  }
  return out + "\nfound " +
         how_solved(found.method, {found.looked_at, found.helped, found.seconds}) + "\n";
}

namespace {

void append(std::string& out, int number) {
  std::array<char, 12> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

void append_name(std::string& out, std::string_view name) {
  // Positions, tables and edges have no character in their names that JSON
  // would have escaped.
  out.append(1, '"').append(name).append(1, '"');
}

void append_pair(std::string& out, std::string_view name, const std::array<int, 2>& pair) {
  out.append(name);
  append(out, pair[0]);
  out += ',';
  append(out, pair[1]);
  out += ']';
}

}  // namespace

// The members and their order are those of answer_json() and
// add_turn_and_score().
void append_json(std::string& out, const Answer& answer, const TurnAndScore& turn_and_score,
                 std::optional<Method> by, std::optional<int> swept_from) {
  const Board& board = answer.position.board;
  out += R"({"position":)";
  append_name(out, to_string(answer.position));
  out += R"(,"layer":)";
  append(out, answer.position.layer());
  out += R"(,"value":)";
  append(out, answer.value);
  out += R"(,"moves":[)";
  for (const MoveValue& move : answer.moves) {
    if (out.back() == '}') out += ',';
    out += R"({"edge":)";
    append_name(out, edge_name(board, move.edge));
    out += R"(,"index":)";
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
    append_name(out, edge_name(board, edge));
  }
  out += ']';
  if (answer.table.start != 0) {
    out += R"(,"table":)";
    append_name(out, folder_name(answer.table));
  }
  if (answer.atlas) out += R"(,"atlas":true)";
  if (answer.computed) out += R"(,"computed":true)";
  if (answer.table.last_move_cost > 0) {
    out += R"(,"last_move_cost":)";
    append(out, answer.table.last_move_cost);
  }
  if (const auto& turn = turn_and_score.turn) {
    out += R"(,"turn":)";
    append(out, *turn + 1);
  }
  if (const auto& score = turn_and_score.score) {
    append_pair(out, R"(,"mover_score":[)", *score);
    if (answer.table.last_move_cost == 0) {
      append_pair(out, R"(,"final_mover_score":[)",
                  final_mover_score(answer.position, *score, answer.value));
    }
  }
  if (by) {
    out += R"(,"by":)";
    append_name(out, word(*by));
  }
  if (swept_from) {
    out += R"(,"swept_from":)";
    append(out, *swept_from);
  }
  out += "}\n";
}

Json answer_json(const Answer& answer) {
  const Board& board = answer.position.board;
  Json json{{"position", to_string(answer.position)},
            {"layer", answer.position.layer()},
            {"value", answer.value},
            {"moves", Json::array()},
            {"best", edges_json(board, answer.best)}};
  for (const MoveValue& move : answer.moves) {
    json["moves"].push_back({{"edge", edge_name(board, move.edge)},
                             {"index", move.edge},
                             {"captures", move.captures},
                             {"value", move.value}});
  }
  if (answer.table.start != 0) json["table"] = folder_name(answer.table);
  if (answer.atlas) json["atlas"] = true;
  if (answer.computed) json["computed"] = true;
  if (answer.table.last_move_cost > 0) json["last_move_cost"] = answer.table.last_move_cost;
  return json;
}

Json value_json(const Position& position, const SourcedValue& found,
                const TurnAndScore& turn_and_score) {
  Json json{{"position", to_string(position)}, {"layer", position.layer()}, {"value", found.value}};
  if (found.atlas) json["atlas"] = true;
  if (found.computed) json["computed"] = true;
  add_turn_and_score(json, position, turn_and_score, found.value, found.last_move_cost);
  json["by"] = word(found.by);
  if (found.swept_from) json["swept_from"] = *found.swept_from;
  return json;
}

Json value_bounds_json(const ValueBounds& found, const TurnAndScore& turn_and_score) {
  const Position& position = found.position;
  const std::optional<int> value = exact_value(found.bounds);
  Json json{{"position", to_string(position)},
            {"layer", position.layer()},
            {"value", or_null(value)},
            {"value_bounds", {found.bounds.lower, found.bounds.upper}},
            {"edge", found.move ? Json(edge_name(position.board, *found.move)) : Json()},
            {"by", word(found.method)},
            {"looked_at", found.looked_at},
            {"helped", found.helped},
            {"in_time", found.in_time}};
  add_turn_and_score(json, position, turn_and_score, value,
                     static_cast<LastMoveCost>(found.last_move_cost));
  return json;
}

Json plan_json(const SweepPlan& plan) {
  return {{"values", plan.values}, {"memory_bytes", plan.memory}, {"seconds", plan.seconds}};
}

Json progress_json(const SweepProgress& progress) {
  return {{"layer", progress.layer},
          {"done", progress.done},
          {"total", progress.total},
          {"seconds", progress.seconds}};
}

void add_turn_and_score(Json& json, const Position& position, const TurnAndScore& turn_and_score,
                        std::optional<int> value, LastMoveCost last_move_cost) {
  const auto& [turn, score] = turn_and_score;
  if (last_move_cost > 0) {
    json["last_move_cost"] = last_move_cost;
    value = {};
  }
  if (turn) json["turn"] = *turn + 1;
  if (score) json["mover_score"] = *score;
  if (score && value) json["final_mover_score"] = final_mover_score(position, *score, *value);
}

Json edges_json(const Board& board, std::span<const int> edges) {
  Json list = Json::array();
  for (const int edge : edges) list.push_back(edge_name(board, edge));
  return list;
}

Json error_json(std::string_view position, std::string_view error) {
  return {{"position", position}, {"error", error}};
}

std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pipo
