// Edge lists of strings-and-coins. Any bytes are a graph within the limits or BadInput that names a
// line; a graph prints back, and a small one has the value that the rules give it.
#include <string>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/graph.hpp"
#include "tests/fuzz/property.hpp"
#include "tests/oracle/coins.hpp"

namespace pipo::fuzz {
namespace {

// More strings would take the oracle too long.
constexpr int kFewStrings = 10;

std::string printed(const Graph& graph) {
  std::string text;
  for (int string = 0; string < graph.strings(); ++string) {
    const auto& [one, other] = graph.ends(string);
    text += graph.coin(one) + " " + graph.coin(other) + "\n";
  }
  return text;
}

void check_value(const Graph& graph) {
  std::vector<std::array<int, 2>> strings;
  for (int string = 0; string < graph.strings(); ++string) strings.push_back(graph.ends(string));
  const oracle::Coins coins(graph.coins(), strings);
  const GraphSolution solution = solve_graph(graph);
  require(solution.value == oracle::CoinValues(coins)(coins.all()), "the value is right");
  require((solution.loony ? -1 : solution.nim_value) == oracle::CoinNimbers(coins)(coins.all()),
          "the nim-value is right");
  require(solution.line.size() == strings.size(), "the line goes to the end");
}

}  // namespace
}  // namespace pipo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pipo;
  try {
    const Graph graph = Graph::parse(fuzz::as_text(data, size));
    fuzz::require(graph.coins() <= Graph::kMostCoins && graph.strings() <= Graph::kMostStrings,
                  "a graph has limits");
    const std::string text = fuzz::printed(graph);
    fuzz::require(fuzz::printed(Graph::parse(text)) == text, "a graph prints back");
    if (graph.strings() <= fuzz::kFewStrings) fuzz::check_value(graph);
  } catch (const BadInput& error) {
    fuzz::require_message(error.what());
    fuzz::require(std::string(error.what()).starts_with("line "), "an error names its line");
  }
  return 0;
}
