#include "pipopipette/solver.hpp"

#include <fmt/core.h>
#include <tbb/task_arena.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <random>
#include <ranges>
#include <span>
#include <utility>

#include "generator/sweep/with_threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/enough_stack.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "search/answer_by.hpp"
#include "search/depth_first.hpp"
#include "solve/budget.hpp"
#include "solve/enclosing.hpp"
#include "solve/start_sweep.hpp"
#include "solve/way.hpp"

namespace pipo {
namespace {

std::string position_text(const Position& position) {
  return fmt::format("{} with {} drawn", position.board.name(),
                     counted(static_cast<std::uint64_t>(position.layer()), "edge"));
}

// Returns text such as "12 of 34 moves are known, the best of them h0.1, worth +3".
std::string known_so_far(const Position& position, const std::vector<MoveValue>& found) {
  if (found.empty()) return "no move is known yet";
  const MoveValue& best = *std::ranges::max_element(found, {}, &MoveValue::value);
  return fmt::format("{} of {} moves are known, the best is {}, worth {}", found.size(),
                     count_bits(position.open()), edge_name(position.board, best.edge),
                     signed_number(best.value));
}

// Returns the remedy: how many more edges must be drawn, at random, until a sweep is small enough.
std::string remedy(const Position& position, const Budget& budget) {
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
    return !budget.fits(size_of_sweep(later));
  };
  const auto counts = std::views::iota(1, static_cast<int>(open.size()) + 1);
  const auto enough = std::ranges::partition_point(counts, too_large);
  if (enough == counts.end()) return "allow more";
  return fmt::format("it can be solved when about {} more {} drawn", *enough,
                     *enough == 1 ? "edge is" : "edges are");
}

// Solves one position.
class Solving {
 public:
  Solving(const Position& position, const SolverOptions& options)
      : position_(position),
        options_(options),
        budget_(options.memory, options.seconds, options.stopped) {}

  Solution by_search() const {
    SearchOptions options;
    options.memory_bytes = budget_.search_memory();
    options.stopped = [this] { return budget_.stopped(); };
    DepthFirstSearch search(position_.board, std::move(options));
    std::vector<MoveValue> found;
    try {
      Answer answer = search.answer(position_.drawn,
                                    [&found](const MoveValue& move) { found.push_back(move); });
      return {std::move(answer), Way::search, search.nodes()};
    } catch (const SearchStopped&) {
      end(known_so_far(position_, found));
    }
  }

  Solution by_sweep() const {
    SweepSize size = size_of_sweep(position_);
    if (!budget_.in_time(size)) {
      size.memory = size.most_memory;
      refuse(size);
    }
    const auto sweep = sweep_within(position_, budget_.memory(), size, true);
    if (!sweep) refuse(size);
    const SweepPlan plan = sweep->plan();
    if (options_.planned) options_.planned(plan);
    try {
      const auto values = sweep->run(required_positions(position_),
                                     {options_.progress, [this] { return budget_.stopped(); }});
      return {answer_by(position_, [&](EdgeSet quiet) { return values.at(quiet); }), Way::sweep,
              plan.values};
    } catch (const Stopped&) {
      end("a sweep gives no result before its end");
    }
  }

 private:
  // Throws the error for the reason that ended the work.
  [[noreturn]] void end(const std::string& known) const {
    if (!budget_.over()) throw Stopped("stopped; " + known);
    throw OutOfTime(fmt::format("{} is not solved in the {} allowed; {}; allow more time",
                                position_text(position_), human_seconds(options_.seconds), known));
  }

  [[noreturn]] void refuse(const SweepSize& size) const {
    const int threads = tbb::this_task_arena::max_concurrency();
    const std::string time = options_.seconds > 0 ? " and " + human_seconds(options_.seconds) : "";
    const Bounds bounds = bounds_of(position_);
    const std::string text = fmt::format(
        "{} would take about {} of memory and {}, but only {} of memory{} may be used; {}; its "
        "value is from {} to {}",
        position_text(position_), human_bytes_rounded_up(size.memory),
        human_seconds(size.seconds / threads), human_bytes(budget_.memory()), time,
        remedy(position_, budget_), signed_number(bounds.lower), signed_number(bounds.upper));
    if (size.memory > budget_.memory()) throw OutOfMemory(text);
    throw OutOfTime(text);
  }

  const Position& position_;
  const SolverOptions& options_;
  const Budget budget_;
};

// Throws SystemLimit in a child of fork() whose parent has run sweeps. There, oneTBB's threads do
// not exist, its locks may be held, and oneTBB cannot start new threads.
void check_threads() {
  static std::atomic<pid_t> first = 0;
  const pid_t self = ::getpid();
  pid_t sweeping = 0;
  if (first.compare_exchange_strong(sweeping, self) || sweeping == self) return;
  throw SystemLimit(
      "this process was forked from one that had run sweeps, whose threads do not exist here; "
      "solve in that process, fork before it solves, or start a new program");
}

Way way_for(const Position& position, const Tables& tables, const std::optional<Way>& only) {
  if (only) return *only;
  if (tables.covers(position)) return Way::table;
  return open_when_settled(position) <= kFewOpen ? Way::search : Way::sweep;
}

}  // namespace

Solver::Solver(const Tables& tables, SolverOptions options)
    : tables_(tables), options_(std::move(options)) {}

Solution Solver::solve(const Position& position) const {
  check_edges(position.board, position.drawn);
  const double begin = steady_seconds();
  const Way way = way_for(position, tables_, options_.only);
  if (way == Way::table) {
    return {tables_.answer(position), way, 0, steady_seconds() - begin};
  }
  const Solving solving(position, options_);
  Solution solution = with_enough_stack([&] {
    if (way == Way::search) return solving.by_search();
    check_threads();
    return with_threads(options_.threads, [&] { return solving.by_sweep(); });
  });
  solution.seconds = steady_seconds() - begin;
  return solution;
}

Enclosure Solver::enclose(const Position& position, const Window& window) const {
  check_edges(position.board, position.drawn);
  if (window.low > window.high + 1) {
    throw BadInput(fmt::format("the window from {} to {} is empty; give the lower bound first",
                               window.low, window.high));
  }
  const Way way = way_for(position, tables_, options_.only);
  if (way == Way::table || (way == Way::sweep && options_.only)) {
    const Solution solution = solve(position);
    const auto& best = solution.answer.best;
    return {position,
            Bounds::only(solution.answer.value),
            best.empty() ? std::nullopt : std::optional(best.front()),
            way,
            solution.looked_at,
            0,
            solution.seconds};
  }
  const double begin = steady_seconds();
  Enclosure found = with_enough_stack([&] {
    const auto enclose = [&] { return enclosed(position, window, tables_, options_); };
    if (options_.only == Way::search) return enclose();
    check_threads();
    return with_threads(options_.threads, enclose);
  });
  found.seconds = steady_seconds() - begin;
  return found;
}

}  // namespace pipo
