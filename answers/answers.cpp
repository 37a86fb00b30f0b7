#include "answers/answers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "answers/line.hpp"
#include "answers/values.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"

namespace pipo {
namespace {

// Returns what the solver finds in time.
Solution by_solver(const Position& position, SharedTime& time) {
  Attempt known = time.try_solve(position);
  if (!known.solution) throw Unsolved(std::move(known));
  return *std::move(known.solution);
}

JsonLine exact_line(std::string text, Method method) {
  return {std::move(text), std::string(word(method)), method};
}

const char* form_word(NotationForm form) {
  constexpr std::array kWords = {"line", "json", "file"};
  return kWords.at(static_cast<std::size_t>(form));
}

// Players are 1 and 2 as elsewhere in JSON, and 1 began; 0 stands for nobody.
Json players(const std::vector<int>& owners) {
  Json list = Json::array();
  for (const int owner : owners) list.push_back(owner + 1);
  return list;
}

}  // namespace

JsonLine value_answer(const ParsedGame& given, const ValueSource& source) {
  const Position& position = given.game.position();
  const Tables& tables = source.solver.tables();
  if (const auto value = tables.find_value(position)) {
    const SourcedValue found{.value = *value,
                             .atlas = tables.in_atlas(position),
                             .computed = tables.computes(position),
                             .last_move_cost = tables.last_move_cost()};
    return exact_line(line_of(value_json(position, found, given.turn_and_score)), found.by);
  }
  SharedTime time(source.solver, source.limits);
  const Solution found = by_solver(position, time);
  return exact_line(line_of(value_json(position,
                                       {.value = found.answer.value,
                                        .by = found.method,
                                        .swept_from = found.swept_from,
                                        .last_move_cost = found.answer.table.last_move_cost},
                                       given.turn_and_score)),
                    found.method);
}

JsonLine moves_answer(const ParsedGame& given, const ValueSource& source, bool best_first) {
  const Position& position = given.game.position();
  Solution found;
  try {
    found.answer = source.solver.tables().answer(position);
  } catch (const MissingTable& error) {
    // A file is named if the table that covers the position cannot be read.
    if (error.code() != ErrorCode::missing_table || !error.file().empty()) throw;
    SharedTime time(source.solver, source.limits);
    found = by_solver(position, time);
  }
  if (best_first) sort_best_first(found.answer);
  std::string text;
  append_json(text, found.answer, given.turn_and_score, found.method, found.swept_from);
  return exact_line(std::move(text), found.method);
}

JsonLine line_answer(const ParsedGame& given, const ValueSource& source, bool all) {
  const Position& position = given.game.position();
  SharedTime time(source.solver, source.limits);
  if (!is_in_table(source.solver.tables(), position)) (void)by_solver(position, time);
  try {
    const BestPlay play = best_play(given, time, all);
    return exact_line(line_of(best_play_json(play)), play.method);
  } catch (const OutOfResources& error) {
    throw Unsolved({.bounds = {}, .why_not = facts_of(error)});
  }
}

JsonLine choose_answer(const Position& position, const ValueSource& source,
                       const PlayerOptions& how) {
  if (position.open() != 0) (void)is_in_table(source.solver.tables(), position);
  const Choice choice = Player(source.solver, how).choose(position, source.limits);
  return {.text = line_of(choice_json(position, choice)),
          .by = std::string(word(choice.by)),
          .method = {},
          .exact = choice.by == Knowledge::table || choice.by == Knowledge::solved};
}

Json choice_json(const Position& position, const Choice& choice) {
  return {{"position", to_string(position)},
          {"edge", edge_name(position.board, choice.edge)},
          {"index", choice.edge},
          {"by", word(choice.by)},
          {"value", or_null(choice.value)},
          {"reason", choice.reason}};
}

bool is_in_table(const Tables& tables, const Position& position) {
  return tables.find_value(position) && tables.covers_moves(position);
}

void sort_best_first(Answer& answer) {
  std::ranges::stable_sort(answer.moves, std::greater<>(), &MoveValue::value);
}

Json convert_answer(std::string_view text, const std::string& from, const std::string& to,
                    bool ordered) {
  const bool any = from.empty() || from == kAnyNotation;
  const std::string name(any ? detect_notation(text).name : notation(from).name);
  const Game game = read_as({name, ordered, {}}, text);
  Json json{{"notation", name},
            {"position", to_string(game.position())},
            {"edges", edges_json(game.board(), game.edges())},
            {"in_order", game.in_order()},
            {"turn", game.turn() ? Json(*game.turn() + 1) : Json()},
            {"score", or_null(game.score())},
            {"owners", game.owners() ? players(*game.owners()) : Json()}};
  if (!to.empty()) json["text"] = write_game(to, game);
  return json;
}

Json notations_json() {
  Json list = Json::array();
  for (const NotationInfo& info : notations()) {
    list.push_back({{"name", info.name},
                    {"description", info.description},
                    {"form", form_word(info.form)},
                    {"lists", info.lists},
                    {"order", info.order},
                    {"turn", info.turn},
                    {"score", info.score}});
  }
  return list;
}

}  // namespace pipo
