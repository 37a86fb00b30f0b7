// Exact values of a position and its moves, how they were found, and bounds: as
// text and as JSON.
//
// Functions named *_json return the members of one object, as docs/openapi.json
// describes them; line_of() makes them a line of text. Only append_json(), for
// batches, writes text itself.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/question.hpp"
#include "pipopipette/solver.hpp"
#include "pipopipette/tables.hpp"
#include "probe/file/layer_json.hpp"

namespace pipo {

// "value +3: the player to move wins by 3, taking 6 of the 9 boxes left". If the last move has a
// cost, the margin does not say how many boxes are taken: "value +3: the player to move wins by 3,
// where the last move costs 2".
std::string value_text(const Position& position, int value, LastMoveCost last_move_cost = 0);

// The same where `left` things, each a `noun`, are left.
std::string value_text(int left, std::string_view noun, int value);

// Returns a picture of the board with the value of each move in place of its
// edge.
std::string picture_of_moves(const Position& position, const std::vector<MoveValue>& moves);

// "h0.0 v1.2", or "all 12 moves".
std::string best_moves(const Answer& answer);

// Returns "score 3-2 now, 7-2 in the end under best play, for player 2, who is
// to move", without a newline; the final score only if the value is known and the last move costs
// nothing.
std::string turn_and_score_text(const Position& position, const TurnAndScore& turn_and_score,
                                std::optional<int> value, LastMoveCost last_move_cost = 0);

// Appends several lines: the position, its layer and value, turn and score if
// known, the picture, and the best moves.
void append_text(std::string& out, const Answer& answer, const TurnAndScore& turn_and_score = {});

// The work of a sweep or a search.
struct Work {
  std::uint64_t looked_at = 0;
  std::uint64_t helped = 0;  // of these, answered by tables and sweeps
  double seconds = 0;
  std::optional<int> swept_from = {};  // drawn edges of the first position of a sweep, if known
};

// "by a search of 1,234 positions in 0.5 s"
std::string how_solved(Method method, const Work& work);

enum class AnswerFormat { text, jsonl };

// Returns the format of this name, "text" or "jsonl".
inline AnswerFormat answer_format(std::string_view name) {
  return name == "jsonl" ? AnswerFormat::jsonl : AnswerFormat::text;
}

// Appends a solution: several lines that end with how it was solved, or one
// line of JSON.
void append_solution(std::string& out, const Solution& solution, const TurnAndScore& turn_and_score,
                     AnswerFormat format);

// Returns several lines: the position, its layer, what is known about its
// value, the move that achieves the lower bound, and how it was found.
std::string value_bounds_text(const ValueBounds& found, const Window& window,
                              const TurnAndScore& turn_and_score);

// Appends an answer as one line of JSON, ended by a newline:
// {"position":"1x1:0111","layer":3,"value":1,"moves":[{"edge":"h0.0","index":0,"captures":1,"value":1}],
//  "best":["h0.0"]}
// The cost of the last move follows if there is one, turn and score if they are known, the method
// that found the values if it is given, and the layer from which a sweep began. Writes straight
// into the buffer, since batches have tens of thousands of lines a second.
void append_json(std::string& out, const Answer& answer, const TurnAndScore& turn_and_score = {},
                 std::optional<Method> by = {}, std::optional<int> swept_from = {});

// Returns the same object without turn, score and method.
Json answer_json(const Answer& answer);

// A value, and where it is from.
struct SourcedValue {
  int value = 0;
  Method by = Method::table;
  bool atlas = false;
  bool computed = false;  // it is of a layer that its table omits
  std::optional<int> swept_from = {};
  LastMoveCost last_move_cost = 0;
};

// {"position":"1x1:0111","layer":3,"value":1,"by":"table"}, with the members of
// the source that apply, and with turn and score if they are known.
Json value_json(const Position& position, const SourcedValue& found,
                const TurnAndScore& turn_and_score);

Json value_bounds_json(const ValueBounds& found, const TurnAndScore& turn_and_score);

// The plan of a sweep, and its progress, as members of a job.
Json plan_json(const SweepPlan& plan);
Json progress_json(const SweepProgress& progress);

// Adds the cost of the last move if there is one, then the turn and the score as far as they are
// known: {"turn":2,"mover_score":[3,2], "final_mover_score":[7,2]}. The player to move
// is first. With a cost the final score is not known. Members named `score` begin with player 1.
void add_turn_and_score(Json& json, const Position& position, const TurnAndScore& turn_and_score,
                        std::optional<int> value, LastMoveCost last_move_cost = 0);

// The names of edges: ["h0.0","v1.1"].
Json edges_json(const Board& board, std::span<const int> edges);

// {"position":"3x3:01","error":"3x3 needs 24 edges, got 2"}
Json error_json(std::string_view position, std::string_view error);

// Returns the JSON as one line, ended by a newline. Bytes that are not UTF-8
// become U+FFFD.
std::string line_of(const Json& json);

// Returns the value, or null.
template <typename Value>
Json or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

}  // namespace pipo
