#include "answers/graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "answers/nimstring.hpp"
#include "answers/text.hpp"
#include "answers/values.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/quote.hpp"
#include "solve/method.hpp"

namespace pipo {
namespace {

std::string takes(int captures) {
  return captures == 0 ? "-" : std::to_string(captures);
}

std::string moves_text(const Graph& graph, const GraphSolution& solution) {
  std::string text = fmt::format("\n{:>7} {:>7}  string\n", "worth", "takes");
  std::string best;
  for (const MoveValue& move : solution.moves) {
    text += fmt::format("{:>7} {:>7}  {}\n", signed_number(move.value), takes(move.captures),
                        printable(graph.name(move.edge)));
  }
  for (const int string : solution.best) best += printable(graph.name(string)) + " ";
  const bool all = solution.best.size() > 1 && solution.best.size() == solution.moves.size();
  return text + "\n" +
         wrapped(all ? fmt::format("all {} strings", solution.best.size()) : best, "best: ", 6);
}

std::string line_text(const Graph& graph, const GraphSolution& solution) {
  std::string text = "\nmove  player   takes   score  worth  string\n";
  std::array<int, 2> score{};
  for (std::size_t i = 0; i < solution.line.size(); ++i) {
    const MoveValue& move = solution.line[i];
    score[static_cast<std::size_t>(move.player)] += move.captures;
    text += fmt::format("{:>4}  {:<6} {:>7} {:>7} {:>6}  {}\n", i + 1,
                        move.player == 0 ? "mover" : "other", takes(move.captures),
                        fmt::format("{}-{}", score[0], score[1]), signed_number(move.value),
                        printable(graph.name(move.edge)));
  }
  return text;
}

}  // namespace

std::string graph_text(const std::string& name, const Graph& graph, const GraphSolution& solution) {
  std::string text = fmt::format("{}: {}, {}\n{}\n{}\n", printable(name),
                                 counted(static_cast<std::uint64_t>(graph.coins()), "coin"),
                                 counted(static_cast<std::uint64_t>(graph.strings()), "string"),
                                 value_text(graph.coins(), "coin", solution.value),
                                 winner_text({solution.loony, solution.nim_value}));
  if (!solution.moves.empty()) {
    text += moves_text(graph, solution) + line_text(graph, solution);
  }
  return text +
         fmt::format("\nsolved {}\n", how_solved(Method::search, {.looked_at = solution.looked_at,
                                                                  .seconds = solution.seconds}));
}

Json ends_json(const Graph& graph, int string) {
  const auto& [one, other] = graph.ends(string);
  return {graph.coin(one), graph.coin(other)};
}

Json graph_json(const Graph& graph, const GraphSolution& solution) {
  Json moves = Json::array(), line = Json::array();
  for (const MoveValue& move : solution.moves) {
    moves.push_back({{"string", move.edge},
                     {"ends", ends_json(graph, move.edge)},
                     {"captures", move.captures},
                     {"value", move.value}});
  }
  for (const MoveValue& move : solution.line) {
    line.push_back({{"string", move.edge},
                    {"captures", move.captures},
                    {"value", move.value},
                    {"mover", move.player == 0}});
  }
  return {{"coins", graph.coins()},
          {"strings", graph.strings()},
          {"value", solution.value},
          {"nim_value", solution.loony ? Json() : Json(solution.nim_value)},
          {"loony", solution.loony},
          {"moves", std::move(moves)},
          {"best", solution.best},
          {"line", std::move(line)},
          {"looked_at", solution.looked_at}};
}

}  // namespace pipo
