#include "solve/large_board.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "graph/board_graph.hpp"
#include "graph/network.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "search/answer_by.hpp"
#include "solve/remedied.hpp"
#include "solve/search_report.hpp"

namespace pipo {
namespace {

// The typical time of a search with kTypicalStrings strings and loops, and the factor for each
// additional one (docs/performance.md).
constexpr int kTypicalStrings = 32;
constexpr double kTypicalSeconds = 5;
constexpr double kFactor = 1.6;

// A search begins if it is expected to take up to this many times the time that is left, since
// positions differ that much.
constexpr double kHope = 8;

// The longest time that an error advises to allow.
constexpr double kLongestAdvised = 86'400;

std::string drawn_text(const Position& position) {
  return fmt::format("{} with {} drawn", position.board.name(),
                     counted(static_cast<std::uint64_t>(position.layer()), "edge"));
}

// Throws if only a table or only a sweep may be used.
void check_way(const Board& board, const SolverOptions& options) {
  if (options.only == Way::table) {
    throw MissingTable(fmt::format("no table can cover {}, which has more than {} edges",
                                   board.name(), kSmallBoardEdges));
  }
  if (options.only == Way::sweep) board.expect_small();
}

void check_size(const Position& position, const SolverOptions& options, const Budget& budget) {
  const int strings = graph::strings_when_settled(position);
  const int most = solvable_strings(budget.seconds_left());
  if (strings <= most) return;
  const double enough = seconds_to_search(strings);
  throw WithRemedy<OutOfTime>(
      fmt::format(
          "{} is too early to be solved{}: {} strings and loops are left, and at most about {} can "
          "be searched",
          drawn_text(position),
          options.seconds > 0 ? fmt::format(" in {}", human_seconds(options.seconds)) : "", strings,
          most),
      enough <= kLongestAdvised
          ? fmt::format("draw more edges, or allow about {}", human_seconds(enough))
          : "draw more edges");
}

[[noreturn]] void end(const Position& position, const SolverOptions& options, const Budget& budget,
                      const Bounds& bounds) {
  const std::string known =
      bounds.exact() ? fmt::format("its value is {}, but not all of its moves are known",
                                   signed_number(bounds.lower))
                     : fmt::format("its value is from {} to {}", signed_number(bounds.lower),
                                   signed_number(bounds.upper));
  if (budget.over()) {
    throw WithRemedy<OutOfTime>(
        fmt::format("{} is not solved in the {} allowed; {}", drawn_text(position),
                    human_seconds(options.seconds), known),
        "allow more time");
  }
  if (budget.stopped()) throw Stopped("stopped; " + known);
  throw WithRemedy<OutOfTime>(
      fmt::format("{} is too early to be solved: too many strings are connected; {}",
                  drawn_text(position), known),
      "draw more edges");
}

}  // namespace

int solvable_strings(double seconds) {
  const double more =
      std::log(kHope * std::max(seconds, 1e-3) / kTypicalSeconds) / std::log(kFactor);
  return kTypicalStrings + static_cast<int>(std::min(more, double{graph::kMostBoxes}));
}

double seconds_to_search(int strings) {
  // A little more, since some of the time passes before the search.
  constexpr double kSpare = 1.05;
  const double least = kTypicalSeconds / kHope * std::pow(kFactor, strings - kTypicalStrings);
  return std::ceil(std::max(kSpare * least, 1.0));
}

Solution solve_large_board(const Position& position, const SolverOptions& options,
                           Remembered& remembered) {
  const Board& board = position.board;
  check_way(board, options);
  Budget budget(options.memory, options.seconds, options.stopped);
  check_size(position, options, budget);
  Remembered::Turn turn(remembered, budget);
  budget.measure_memory();
  graph::Solver& solver = turn.graph_solver(board, budget);
  const std::uint64_t before = solver.nodes();
  const graph::Result result =
      solver.solve(graph::open_edges(position), {.stopped = [&] { return budget.stopped(); }});
  if (!result.complete()) end(position, options, budget, result.value);
  std::vector<MoveValue> moves;
  for (const graph::Move& move : result.moves) {
    moves.push_back({move.edge, move.captures, move.value.lower});
  }
  return {.answer = answer_of(position, std::move(moves)),
          .way = Way::search,
          .looked_at = solver.nodes() - before};
}

Enclosure enclose_large_board(const Position& position, const Window& window,
                              const SolverOptions& options, Remembered& remembered) {
  const Board& board = position.board;
  check_way(board, options);
  Enclosure found{
      .position = position, .bounds = graph::bounds_of(position), .move = {}, .way = Way::search};
  Budget budget(options.memory, options.seconds, options.stopped);
  std::optional<Remembered::Turn> turn;
  try {
    turn.emplace(remembered, budget);
  } catch (const OutOfTime&) {
    found.in_time = window.settles(found.bounds);
    return found;
  }
  budget.measure_memory();
  graph::Solver& solver = turn->graph_solver(board, budget);
  const std::uint64_t before = solver.nodes();
  SearchReport report(options);
  const auto polled = [&] {
    report.tell(found.bounds, solver.nodes() - before);
    return budget.stopped();
  };
  const graph::EdgeFlags open = graph::open_edges(position);
  found.bounds = solver.enclose(open, window, {.stopped = polled},
                                [&](const Bounds& bounds) { found.bounds = bounds; });
  found.looked_at = solver.nodes() - before;
  if (!window.settles(found.bounds)) {
    if (!budget.over()) end(position, options, budget, found.bounds);
    found.in_time = false;
  }
  if (found.bounds.lower >= window.low) found.move = solver.known_move(open, found.bounds.lower);
  return found;
}

}  // namespace pipo
