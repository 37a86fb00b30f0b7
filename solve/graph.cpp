#include "pipopipette/graph.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <stdexcept>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/enough_stack.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/narrow.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/steady_seconds.hpp"
#include "search/graph_solver.hpp"
#include "search/region.hpp"
#include "solve/limits.hpp"

namespace pipo {
namespace {

// The memory of a shape, approximately (graph::Solver).
constexpr std::uint64_t kShapeBytes = 2048;

// The share of the memory for shapes, if they are compared.
constexpr std::uint64_t kShapeShare = 2;

constexpr std::string_view kGroundName = "ground";

void check_name(std::string_view name) {
  if (name.empty()) throw BadInput("a coin has an empty name; give it one, such as a");
  if (name.size() > static_cast<std::size_t>(Graph::kLongestName)) {
    throw BadInput(fmt::format("the name {} is too long; give at most {} bytes", pipo::quoted(name),
                               Graph::kLongestName));
  }
  for (std::string_view rest = name; !rest.empty();) {
    const std::size_t length = utf8_length(rest);
    const bool plain = length > 1 || (length == 1 && rest[0] > ' ' && rest[0] < '\x7f');
    if (!plain) {
      throw BadInput(fmt::format("the name {} has a space or a character that cannot be printed",
                                 pipo::quoted(name)));
    }
    rest.remove_prefix(length);
  }
}

// Returns the words of a line before a comment.
std::vector<std::string_view> words_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<std::string_view> words;
  constexpr std::string_view kBetween = " \t\r";
  while (true) {
    const std::size_t begin = line.find_first_not_of(kBetween);
    if (begin == line.npos) return words;
    line.remove_prefix(begin);
    const std::size_t length = std::min(line.find_first_of(kBetween), line.size());
    words.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

// Solves a graph and the positions of a line of play.
class GraphSearch {
 public:
  GraphSearch(const Graph& graph, const SolverOptions& options)
      : graph_(graph), options_(options), budget_(options), solver_(make_solver()) {}

  GraphSolution solve() {
    const double begin = steady_seconds();
    graph::EdgeFlags open(static_cast<std::size_t>(graph_.strings()), true);
    GraphSolution solution;
    value(open);  // so that a graph beyond the limits is refused at once
    const graph::Result result = solver_->solve(open, stop());
    if (!result.complete()) refuse();
    solution.value = result.value.lower;
    for (const graph::Move& one : result.moves) {
      solution.moves.push_back({one.edge, one.captures, one.value.lower});
    }
    solution.best = result.best;
    const auto nim = solver_->nim_value(open, stop());
    if (!nim) refuse();
    solution.loony = nim->loony;
    solution.nim_value = nim->number;
    solution.line = line(std::move(open), solution.value);
    solution.looked_at = solver_->nodes();
    solution.seconds = steady_seconds() - begin;
    return solution;
  }

 private:
  std::unique_ptr<graph::Solver> make_solver() {
    std::vector<graph::Ends> strings;
    for (int string = 0; string < graph_.strings(); ++string) {
      strings.push_back(graph_.ends(string));
    }
    graph::Graph edges(graph_.coins(), std::move(strings));
    const graph::EdgeFlags all(static_cast<std::size_t>(edges.edges()), true);
    std::uint64_t memory = budget_.search_memory();
    int most = graph::Decomposition::kMostStringsOfAPart;
    if (graph::has_many_symmetries(edges, all)) {
      most = graph::Network::kMostStrings;
      shapes_ = memory / kShapeShare / kShapeBytes;
      memory -= memory / kShapeShare;
    }
    return std::make_unique<graph::Solver>(std::move(edges), address_size(memory), most);
  }

  graph::Stop stop() const {
    return [this] { return budget_.stopped() || too_many_shapes(); };
  }

  bool too_many_shapes() const { return shapes_ > 0 && solver_->shapes() > shapes_; }

  // Throws the reason why there is no value.
  [[noreturn]] void refuse() const {
    const std::string what = fmt::format("a graph of {} and {}", counted(graph_.coins(), "coin"),
                                         counted(graph_.strings(), "string"));
    if (too_many_shapes()) {
      throw OutOfMemory(fmt::format(
          "{} has more positions than the memory holds; cut some strings, or allow more", what));
    }
    if (budget_.over()) {
      throw OutOfTime(fmt::format("{} could not be solved in {}; cut some strings, or allow more",
                                  what, human_seconds(options_.seconds)));
    }
    if (budget_.stopped()) throw Stopped("stopped before the graph was solved");
    throw OutOfTime(
        fmt::format("{} is too large: more than {} strings hang together; cut some of them", what,
                    graph::Network::kMostStrings));
  }

  // Returns the value of a position, or of one after a move.
  int value(const graph::EdgeFlags& open) {
    const Bounds found = solver_->value(open, stop());
    if (!found.exact()) refuse();
    return found.lower;
  }

  // Cuts one of the best strings of a position with this value: one that captures the most, and the
  // first of these.
  MoveValue cut(graph::EdgeFlags& open, int value_here) {
    for (int captures = 2; captures >= 0; --captures) {
      for (int string = 0; string < graph_.strings(); ++string) {
        const auto place = static_cast<std::size_t>(string);
        if (!open[place] || completed_boxes(solver_->graph(), open, string) != captures) continue;
        open[place] = false;
        const int after = value(open);
        if ((captures > 0 ? captures + after : -after) == value_here) {
          return {string, captures, value_here};
        }
        open[place] = true;
      }
    }
    throw std::logic_error("no move has the value of its position");
  }

  std::vector<MoveValue> line(graph::EdgeFlags open, int value_here) {
    std::vector<MoveValue> moves;
    int player = 0;
    while (std::ranges::count(open, true) > 0) {
      moves.push_back(cut(open, value_here));
      const int captures = moves.back().captures;
      moves.back().player = player;
      value_here = captures > 0 ? value_here - captures : -value_here;
      if (captures == 0) player = 1 - player;
    }
    return moves;
  }

  const Graph& graph_;
  const SolverOptions& options_;
  Budget budget_;
  std::uint64_t shapes_ = 0;  // the most, if they are compared; else 0
  std::unique_ptr<graph::Solver> solver_;
};

}  // namespace

Graph::Graph() = default;
Graph::~Graph() = default;
Graph::Graph(const Graph&) = default;
Graph& Graph::operator=(const Graph&) = default;

Graph Graph::parse(std::string_view text) {
  Graph graph;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const auto words = words_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (words.empty()) continue;
    try {
      if (words.size() != 2) {
        throw BadInput(
            fmt::format("a string has two ends, not {}; give the names of two coins, or "
                        "of a coin and ground",
                        words.size()));
      }
      graph.add(words[0], words[1]);
    } catch (const BadInput& error) {
      throw BadInput(fmt::format("line {}: {}", line, error.what()));
    }
  }
  return graph;
}

int Graph::add(std::string_view one, std::string_view other) {
  check_name(one);
  check_name(other);
  if (one == other) {
    throw BadInput(fmt::format("a string joins {} to itself; a string to the wall is '{} ground'",
                               pipo::quoted(one), one == kGroundName ? "a" : printable(one)));
  }
  if (strings() == kMostStrings) {
    throw BadInput(fmt::format("there are more than {} strings", grouped(kMostStrings)));
  }
  const int first = number_of(one);
  ends_.push_back({first, number_of(other)});
  return strings() - 1;
}

int Graph::number_of(std::string_view coin) {
  if (coin == kGroundName) return kGround;
  if (const auto found = numbers_.find(coin); found != numbers_.end()) return found->second;
  if (coins() == kMostCoins) {
    throw BadInput(fmt::format("there are more than {} coins", grouped(kMostCoins)));
  }
  names_.emplace_back(coin);
  return numbers_[names_.back()] = coins() - 1;
}

std::string Graph::coin(int number) const {
  if (number == kGround) return std::string(kGroundName);
  if (number < 0 || number >= coins()) {
    throw BadInput(fmt::format("there is no coin {}; the graph has {}", number, coins()));
  }
  return names_[static_cast<std::size_t>(number)];
}

const std::array<int, 2>& Graph::ends(int string) const {
  if (string < 0 || string >= strings()) {
    throw BadInput(fmt::format("there is no string {}; the graph has {}", string, strings()));
  }
  return ends_[static_cast<std::size_t>(string)];
}

std::string Graph::name(int string) const {
  const auto [one, other] = ends(string);
  int before = 0;
  for (int i = 0; i < string; ++i) {
    const auto [first, second] = ends(i);
    before += std::minmax(first, second) == std::minmax(one, other);
  }
  const std::string ends = coin(one) + "-" + coin(other);
  return before == 0 ? ends : fmt::format("{}#{}", ends, before + 1);
}

GraphSolution solve_graph(const Graph& graph, const SolverOptions& options) {
  check_options(options);
  return with_enough_stack([&] { return GraphSearch(graph, options).solve(); });
}

}  // namespace pipo
