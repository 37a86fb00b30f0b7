#include "solve/solver.hpp"

#include <fmt/core.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <bit>
#include <random>
#include <ranges>
#include <span>
#include <utility>

#include "generator/run/with_threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/counted.hpp"
#include "probe/base/human_seconds.hpp"
#include "probe/base/signed_number.hpp"
#include "probe/base/sizes.hpp"
#include "probe/base/steady_seconds.hpp"
#include "search/answer_by.hpp"
#include "search/depth_first.hpp"

namespace pipo {
namespace {

std::string position_in_words(const Position& position) {
  return fmt::format("{} with {} drawn", position.board.name(),
                     counted(static_cast<std::uint64_t>(position.layer()), "edge"));
}

// "12 of 34 moves are known, the best of them h0.1, worth +3"
std::string known_so_far(const Position& position, const std::vector<MoveValue>& found) {
  if (found.empty()) return "no move is known yet";
  const MoveValue& best = *std::ranges::max_element(found, {}, &MoveValue::value);
  return fmt::format("{} of {} moves are known, the best of them {}, worth {}", found.size(),
                     position.open(), edge_name(position.board, best.edge),
                     signed_number(best.value));
}

// How many more edges have to be drawn, at random, until a sweep is small enough.
std::string remedy(const Position& position, const Allowance& allowance) {
  std::vector<int> open;
  for (EdgeSet edges = position.board.all() & ~position.drawn; edges != 0; edges &= edges - 1) {
    open.push_back(std::countr_zero(edges));
  }
  std::ranges::shuffle(open, std::mt19937(1));
  const auto too_large = [&](int more) {
    Position later = position;
    for (const int edge : std::span(open).first(static_cast<std::size_t>(more))) {
      later.drawn |= EdgeSet{1} << edge;
    }
    return !allowance.fits(size_of_sweep(later));
  };
  const auto counts = std::views::iota(1, static_cast<int>(open.size()) + 1);
  const auto enough = std::ranges::partition_point(counts, too_large);
  if (enough == counts.end()) return "allow more";
  return fmt::format("with some {} more {} drawn it can be solved", *enough,
                     *enough == 1 ? "edge" : "edges");
}

}  // namespace

Solver::Solver(const Tables& tables, SolverOptions options)
    : tables_(tables), options_(std::move(options)) {}

void Solver::end(const Position& position, const Allowance& allowance,
                 const std::string& known) const {
  if (!allowance.over()) throw Stopped("stopped; " + known);
  throw NoSpace(fmt::format("{} is not solved in the {} allowed; {}; allow more time",
                            position_in_words(position), human_seconds(options_.seconds), known));
}

Way Solver::way_for(const Position& position) const {
  if (options_.only) return *options_.only;
  if (tables_.covers(position)) return Way::table;
  return open_when_settled(position) <= kFewOpen ? Way::search : Way::sweep;
}

Solution Solver::by_search(const Position& position, const Allowance& allowance) const {
  SearchOptions options;
  options.memory_bytes = allowance.search_memory();
  options.stopped = [&allowance] { return allowance.stopped(); };
  DepthFirstSearch search(position.board, std::move(options));
  std::vector<MoveValue> found;
  try {
    Answer answer =
        search.answer(position.drawn, [&found](const MoveValue& move) { found.push_back(move); });
    return {std::move(answer), Way::search, search.nodes()};
  } catch (const SearchStopped&) {
    end(position, allowance, known_so_far(position, found));
  }
}

void Solver::refuse(const Position& position, const SweepSize& size,
                    const Allowance& allowance) const {
  const int threads = tbb::this_task_arena::max_concurrency();
  const std::string time = options_.seconds > 0 ? " and " + human_seconds(options_.seconds) : "";
  throw NoSpace(fmt::format(
      "{} would take about {} of memory and {}, and {} of memory{} may be used; {}",
      position_in_words(position), human_bytes(size.memory), human_seconds(size.seconds / threads),
      human_bytes(allowance.memory()), time, remedy(position, allowance)));
}

Solution Solver::by_sweep(const Position& position, const Allowance& allowance) const {
  const SweepSize size = size_of_sweep(position);
  if (!allowance.fits(size)) refuse(position, size, allowance);
  StartSweep sweep(position);
  if (sweep.memory() > allowance.memory()) {
    refuse(position, {size.values, sweep.memory(), size.seconds}, allowance);
  }
  if (options_.planned) options_.planned(sweep);
  try {
    const auto values = sweep.run(
        asked_by(position), {options_.progress, [&allowance] { return allowance.stopped(); }});
    return {answer_by(position, [&](EdgeSet quiet) { return values.at(quiet); }), Way::sweep,
            sweep.values()};
  } catch (const Stopped&) {
    end(position, allowance, "a sweep knows nothing before its end");
  }
}

Solution Solver::solve(const Position& position) const {
  check_edges(position.board, position.drawn);
  const double begin = steady_seconds();
  const Way way = way_for(position);
  if (way == Way::table) {
    return {tables_.answer(position), way, 0, steady_seconds() - begin};
  }
  const Allowance allowance(options_.memory, options_.seconds, options_.stopped);
  Solution solution = with_threads(options_.threads, [&] {
    return way == Way::search ? by_search(position, allowance) : by_sweep(position, allowance);
  });
  solution.seconds = steady_seconds() - begin;
  return solution;
}

}  // namespace pipo
