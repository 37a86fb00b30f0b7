// Graph as questions of JavaScript: strings-and-coins on any graph.
#include "pipopipette/graph.hpp"

#include <array>
#include <string>

#include "answers/graph.hpp"
#include "pipopipette/error.hpp"
#include "wasm/npm/questions.hpp"

namespace pipo {
namespace {

// Reads an edge list, or pairs of names. Throws BadInput, which names the line or the string.
Graph graph_given(const Json& given) {
  if (given.contains("text")) return Graph::parse(text_given(given, "text"));
  Graph graph;
  for (const Json& ends : given.at("strings")) {
    try {
      graph.add(ends.at(0).get<std::string>(), ends.at(1).get<std::string>());
    } catch (const BadInput& error) {
      throw BadInput("string " + std::to_string(graph.strings()) + ": " + error.what());
    }
  }
  return graph;
}

Json graph_read(const LibraryQuestion& question) {
  const Graph graph = graph_given(question.given);
  Json json{{"coins", Json::array()}, {"strings", Json::array()}};
  for (int coin = 0; coin < graph.coins(); ++coin) json["coins"].push_back(graph.coin(coin));
  for (int string = 0; string < graph.strings(); ++string) {
    json["strings"].push_back(ends_json(graph, string));
  }
  return json;
}

Json graph_moves_json(const Graph& graph, const std::vector<MoveValue>& moves) {
  Json list = Json::array();
  for (const MoveValue& move : moves) {
    list.push_back({{"string", move.edge},
                    {"ends", ends_json(graph, move.edge)},
                    {"captures", move.captures},
                    {"value", move.value},
                    {"player", move.player}});
  }
  return list;
}

Json graph_solved(const LibraryQuestion& question) {
  const Graph graph = graph_given(question.given);
  const GraphSolution solution = solve_graph(graph, limits_given(question));
  return {{"value", solution.value},
          {"moves", graph_moves_json(graph, solution.moves)},
          {"nim_value", solution.loony ? Json() : Json(solution.nim_value)},
          {"line", graph_moves_json(graph, solution.line)},
          {"looked_at", solution.looked_at},
          {"seconds", solution.seconds}};
}

constexpr std::array kGraphFunctions = std::to_array<LibraryFunction>({
    {"graph/read", graph_read},
    {"graph/solve", graph_solved},
});

}  // namespace

std::span<const LibraryFunction> graph_functions() {
  return kGraphFunctions;
}

}  // namespace pipo
