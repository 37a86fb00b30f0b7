#include "solve/bound.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "generator/plan/table_counts.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/narrow.hpp"
#include "probe/base/steady_seconds.hpp"
#include "search/answer.hpp"
#include "search/depth_first.hpp"
#include "search/graph.hpp"
#include "search/graph_solver.hpp"
#include "solve/limits.hpp"
#include "solve/position_solver.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

// The share of the memory for the search, which has little to remember when there are sweeps. The
// cache of tables gets the same share if the memory is given.
constexpr std::uint64_t kSearchShare = 16;

// Reports a search for bounds, a few times in a second.
class SearchReport {
 public:
  // The options must outlive this.
  explicit SearchReport(const SolverOptions& options) : options_(options) {}

  void tell(const Bounds& bounds, std::uint64_t positions) {
    const double now = steady_seconds();
    if (!options_.searching || now < told_ + kTold) return;
    told_ = now;
    options_.searching({bounds, positions, now - began_});
  }

 private:
  static constexpr double kTold = 0.1;  // seconds between two reports

  const SolverOptions& options_;
  const double began_ = steady_seconds();
  double told_ = began_;
};

// Searches the moves, from the given position on, until tables or sweeps can answer.
//
// Sweeps should begin as early as possible. Two moves later there are several thousand positions
// instead of one, and a sweep of each takes about a thirtieth of the time.
class BoundSearch {
 public:
  BoundSearch(const Position& position, const Window& window, const Tables& tables,
              SolverState& state, const SolverOptions& options, int few_open)
      : position_(position),
        window_(window),
        tables_(tables),
        state_(state),
        options_(options),
        few_open_(few_open),
        budget_(options) {
    found_.position = position;
    found_.bounds = bounds_of(position, state.last_move_cost());
    found_.method = Method::search;
  }
  BoundSearch(const BoundSearch&) = delete;

  ValueBounds find() {
    std::optional<SolverTurn> turn;
    try {
      turn.emplace(state_, budget_);
    } catch (const OutOfTime&) {
      found_.in_time = false;
      return std::move(found_);
    }
    if (options_.only == Method::search) {
      budget_.measure_memory();
      search_with(turn->search(position_.board, budget_, [this] { return polled(); }));
      return std::move(found_);
    }
    // The question that had the turn before may have been about the same game.
    if (const auto solution = answer_by_memory(state_, position_)) {
      return value_bounds_of(*solution);
    }
    turn->forget_search();
    budget_.measure_memory();
    memory_ = budget_.memory();
    if (!budget_.memory_given()) memory_ = std::max(memory_, memory_ + state_.bytes());
    return with_threads(options_.threads, [this] {
      state_.shrink_to_half(budget_);
      DepthFirstSearch search(position_.board, search_options());
      search_with(search);
      return std::move(found_);
    });
  }

 private:
  SearchOptions search_options() {
    SearchOptions options;
    options.memory_bytes = address_size(std::min(budget_.search_memory(), search_share()));
    options.stopped = [this] { return polled(); };
    options.elsewhere = [this](EdgeSet quiet) { return value_elsewhere({position_.board, quiet}); };
    options.elsewhere_from = few_open_ + 1;
    options.last_move_cost = state_.last_move_cost();
    return options;
  }

  std::uint64_t search_share() const { return memory_ / kSearchShare; }

  bool polled() {
    report();
    return budget_.stopped();
  }

  // A sweep ends the search that it belongs to.
  Poll poll() const {
    return [this] {
      if (budget_.stopped()) throw SearchStopped();
    };
  }

  void search_with(DepthFirstSearch& search) {
    search_ = &search;
    before_ = search.nodes();
    try {
      if (sweep_all()) return;
      found_.bounds = search.bound(position_.drawn, window_, [this](const Bounds& bounds) {
        found_.bounds = bounds;
        report();
      });
    } catch (const SearchStopped&) {
      if (!budget_.over()) {
        throw Stopped(fmt::format("stopped; its value is from {} to {}",
                                  signed_number(found_.bounds.lower),
                                  signed_number(found_.bounds.upper)));
      }
      found_.in_time = false;
    }
    if (found_.method == Method::sweep) return;
    found_.looked_at = search.nodes() - before_;
    if (found_.bounds.lower >= window_.low) {
      found_.move = search.known_move(position_.drawn, found_.bounds.lower);
    }
  }

  // Sweeps the position itself if that fits. All of its moves are then known.
  bool sweep_all() {
    if (options_.only || open_when_settled(position_) <= few_open_) return false;
    const auto sweep = sweep_that_fits(position_);
    if (!sweep) return false;
    const SweepPlan plan = sweep->plan();
    found_.method = Method::sweep;
    if (options_.planned) options_.planned(plan);
    const auto progress = [this](const SweepProgress& state) {
      found_.looked_at = state.done;
      if (options_.progress) options_.progress(state);
    };
    const auto values = run(*sweep, required_positions(position_), progress);
    const Answer answer = answer_by(position_, state_.last_move_cost(),
                                    [&](EdgeSet quiet) { return values.at(quiet); });
    found_.bounds = Bounds::only(answer.value);
    found_.move = answer.best.front();
    return true;
  }

  std::optional<int> value_elsewhere(const Position& position) {
    poll()();
    const auto helped = [this](int value) {
      ++found_.helped;
      return value;
    };
    if (tables_.covers(position)) return helped(tables_.value(position));
    if (const auto table = state_.table_of(position)) {
      return helped(table->quiet_value(position));
    }
    const auto sweep = sweep_that_fits(position);
    if (!sweep) return {};
    return helped(run(*sweep, {position.drawn}, {}).at(position.drawn));
  }

  // Returns a sweep that fits into memory alongside the search, or null. Frees kept tables if it
  // does not fit alongside them.
  std::unique_ptr<StartSweep> sweep_that_fits(const Position& position) {
    const std::uint64_t memory = memory_ - search_share();
    if (memory_to_size(position) > memory) return {};
    SweepSize size = size_of_sweep(position, memory, kAnyTime, poll());
    auto sweep = budget_.in_time(size)
                     ? sweep_within(position, state_.last_move_cost(), memory, size, poll())
                     : nullptr;
    if (!sweep) sweep = sweep_on_disk(position, memory);
    if (sweep) state_.shrink(memory - sweep->plan().memory);
    return sweep;
  }

  // Returns the sweep with scratch files, if one fits. Planning one takes a while, so after one
  // that does not fit, only positions with more drawn edges are tried.
  std::unique_ptr<StartSweep> sweep_on_disk(const Position& position, std::uint64_t memory) {
    if (options_.scratch.empty() || position.layer() <= too_large_for_disk_) return {};
    auto sweep = sweep_with_scratch(position, state_.last_move_cost(), memory,
                                    budget_.processor_seconds_left(), poll());
    if (sweep) {
      const SweepPlan plan = sweep->plan();
      if (plan.disk <= free_disk(options_.scratch) && plan.seconds <= budget_.seconds_left()) {
        return sweep;
      }
    }
    too_large_for_disk_ = position.layer();
    return {};
  }

  // Runs a sweep and keeps its table if the tables kept so far leave room for it.
  std::unordered_map<EdgeSet, int> run(
      StartSweep& sweep, const std::vector<EdgeSet>& quiet,
      const std::function<void(const SweepProgress&)>& progress) const {
    const auto left = [](std::uint64_t all, std::uint64_t taken) {
      return all - std::min(taken, all);
    };
    const std::uint64_t kept = state_.bytes();
    const std::uint64_t room =
        std::min(left(memory_ + sweep.space_bytes(), search_share() + sweep.plan().memory + kept),
                 left(options_.remember, kept));
    Swept swept = sweep.run(quiet, {progress, poll()}, room, options_.scratch);
    if (swept.table) state_.keep(std::move(swept.table), options_.remember);
    return std::move(swept.values);
  }

  void report() { report_.tell(found_.bounds, search_->nodes() - before_); }

  const Position& position_;
  const Window& window_;
  const Tables& tables_;
  SolverState& state_;
  const SolverOptions& options_;
  const int few_open_;
  Budget budget_;
  std::uint64_t memory_ = 0;     // for the search, a sweep and the kept tables together
  int too_large_for_disk_ = -1;  // drawn edges of a position whose sweep exceeded the limits
  SearchReport report_{options_};
  ValueBounds found_;
  const DepthFirstSearch* search_ = nullptr;
  std::uint64_t before_ = 0;  // positions searched for earlier questions
};

}  // namespace

ValueBounds value_bounds_of(const Solution& solution) {
  const Answer& answer = solution.answer;
  return {.position = answer.position,
          .bounds = Bounds::only(answer.value),
          .move = answer.best.empty() ? std::nullopt : std::optional(answer.best.front()),
          .method = solution.method,
          .looked_at = solution.looked_at,
          .seconds = solution.seconds,
          .last_move_cost = answer.table.last_move_cost};
}

ValueBounds bound_small_board(const Position& position, const Window& window, const Tables& tables,
                              SolverState& state, const SolverOptions& options, int few_open) {
  return BoundSearch(position, window, tables, state, options, few_open).find();
}

ValueBounds bound_large_board(const Position& position, const Window& window,
                              const SolverOptions& options, SolverState& state) {
  const Board& board = position.board;
  require_search(board, options);
  ValueBounds found{
      .position = position, .bounds = bounds_of(position, 0), .move = {}, .method = Method::search};
  Budget budget(options);
  std::optional<SolverTurn> turn;
  try {
    turn.emplace(state, budget);
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
  found.bounds =
      solver.bound(open, window, polled, [&](const Bounds& bounds) { found.bounds = bounds; });
  found.looked_at = solver.nodes() - before;
  if (!window.settles(found.bounds)) {
    if (!budget.over()) end_search(position, options, budget, found.bounds);
    found.in_time = false;
  }
  if (found.bounds.lower >= window.low) found.move = solver.known_move(open, found.bounds.lower);
  return found;
}

}  // namespace pipo
