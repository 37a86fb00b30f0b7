// Solver as questions of JavaScript, with the progress of long ones.
#include "pipopipette/solver.hpp"

#include <emscripten.h>

#include <array>
#include <memory>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "solve/method.hpp"
#include "wasm/npm/questions.hpp"

namespace pipo {
namespace {

constexpr double kBetweenReports = 50;  // milliseconds

// Tells the progress, each kind of report now and then.
template <typename Report, typename Describe>
std::function<void(const Report&)> telling(const LibraryQuestion& question, Describe describe) {
  return [&question, describe, next = 0.0](const Report& report) mutable {
    const double now = emscripten_get_now();
    if (now < next) return;
    next = now + kBetweenReports;
    question.tell("progress", describe(report));
  };
}

void tell_progress(const LibraryQuestion& question, SolverOptions& options) {
  options.planned = telling<SweepPlan>(question, [](const SweepPlan& plan) -> Json {
    return {{"kind", "plan"},
            {"start", to_string(plan.start)},
            {"values", plan.values},
            {"memory", plan.memory},
            {"seconds", plan.seconds}};
  });
  options.progress = telling<SweepProgress>(question, [](const SweepProgress& sweep) -> Json {
    return {{"kind", "sweep"},
            {"layer", sweep.layer},
            {"done", sweep.done},
            {"total", sweep.total},
            {"seconds", sweep.seconds}};
  });
  options.searching = telling<SearchProgress>(question, [](const SearchProgress& search) -> Json {
    return {{"kind", "search"},
            {"lower", search.bounds.lower},
            {"upper", search.bounds.upper},
            {"positions", search.positions},
            {"seconds", search.seconds}};
  });
}

Method method_given(const std::string& name) {
  for (const Method method : {Method::table, Method::sweep, Method::search}) {
    if (name == word(method)) return method;
  }
  throw BadInput("only must be \"table\", \"sweep\" or \"search\", not \"" + name + "\"");
}

Json solution_json(const Solution& solution) {
  const Answer& answer = solution.answer;
  return {{"value", answer.value},
          {"moves", moves_json(answer.position.board, answer.moves)},
          {"method", word(solution.method)},
          {"remembered", solution.remembered},
          {"looked_at", solution.looked_at},
          {"seconds", solution.seconds},
          {"computed", answer.computed},
          {"atlas", answer.atlas},
          {"swept_from", solution.swept_from ? Json(*solution.swept_from) : Json()}};
}

Json attempt_json(const Attempt& attempt) {
  Json json{{"lower", attempt.bounds.lower},
            {"upper", attempt.bounds.upper},
            {"solution", nullptr},
            {"why_not", nullptr}};
  if (attempt.solution) {
    json["solution"] = solution_json(*attempt.solution);
    return json;
  }
  try {
    std::rethrow_exception(attempt.error);
  } catch (const Error& error) {
    json["why_not"] = error_json(error);
  }
  return json;
}

Json solved(const LibraryQuestion& question) {
  return solution_json(
      question.solver.solve(position_given(question.given), limits_given(question)));
}

Json attempted(const LibraryQuestion& question) {
  return attempt_json(
      question.solver.try_solve(position_given(question.given), limits_given(question)));
}

// Tells what is found about each position as soon as it is known.
Json all_solved(const LibraryQuestion& question) {
  std::vector<Position> positions;
  for (const Json& text : question.given.at("positions")) {
    try {
      positions.push_back(parse_position(text.get<std::string>()));
    } catch (const BadInput& error) {
      throw BadInput("position " + std::to_string(positions.size()) + ": " + error.what());
    }
  }
  question.solver.solve_all(
      positions,
      [&](std::size_t number, const Attempt& attempt) {
        question.tell("found", {{"number", number}, {"attempt", attempt_json(attempt)}});
      },
      limits_given(question));
  return positions.size();
}

Json solved_move_values(const LibraryQuestion& question) {
  const Board board = small_board_given(question.given);
  const std::vector<EdgeSet> drawn = masks_given(question.given, board);
  std::vector<std::int8_t> results(drawn.size() * static_cast<std::size_t>(board.edges()));
  question.solver.move_values(board, drawn, results, limits_given(question));
  return hexadecimal(results);
}

Json solved_line(const LibraryQuestion& question) {
  const Position position = position_given(question.given);
  return moves_json(position.board, question.solver.line(position, limits_given(question)));
}

Json solved_bounds(const LibraryQuestion& question) {
  const Json& given = question.given;
  const Position position = position_given(given);
  const Window window{int_given(given.at("low"), "a bound"),
                      int_given(given.at("high"), "a bound")};
  const ValueBounds found = question.solver.bound(position, window, limits_given(question));
  return {{"lower", found.bounds.lower},
          {"upper", found.bounds.upper},
          {"edge", found.move ? Json(*found.move) : Json()},
          {"name", found.move ? Json(edge_name(position.board, *found.move)) : Json()},
          {"method", word(found.method)},
          {"looked_at", found.looked_at},
          {"helped", found.helped},
          {"seconds", found.seconds},
          {"in_time", found.in_time}};
}

constexpr std::array kSolverFunctions = std::to_array<LibraryFunction>({
    {"solver/solve", solved},
    {"solver/try_solve", attempted},
    {"solver/solve_all", all_solved},
    {"solver/move_values", solved_move_values},
    {"solver/line", solved_line},
    {"solver/bound", solved_bounds},
});

}  // namespace

SolverOptions limits_given(const LibraryQuestion& question) {
  const Json& given = question.given;
  SolverOptions options = question.solver.options();
  options.seconds = given.value("seconds", options.seconds);
  options.memory = given.value("memory", options.memory);
  options.remember = given.value("remember", options.remember);
  if (given.contains("only")) options.only = method_given(text_given(given, "only"));
  if (given.value("progress", false)) tell_progress(question, options);
  return options;
}

std::span<const LibraryFunction> solver_functions() {
  return kSolverFunctions;
}

}  // namespace pipo
