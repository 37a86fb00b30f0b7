#include "solve/position_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "generator/plan/table_counts.hpp"
#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/settle.hpp"
#include "search/answer.hpp"
#include "search/graph.hpp"
#include "search/region.hpp"
#include "solve/method.hpp"

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

// With less than this share of the time left, other questions came first.
constexpr double kNearlyAll = 0.9;

// The longest time that an error advises to allow.
constexpr double kLongestAdvised = 86'400;

// The share of a sweep that shows how long the whole of it takes.
constexpr double kTellingShare = 0.25;

}  // namespace

std::optional<Solution> answer_by_memory(const SolverState& state, const Position& position) {
  const Board& board = position.board;
  const auto table = state.table_of({board, settle(board, position.drawn).quiet});
  if (!table) return {};
  const auto value = [&](EdgeSet after) { return table->quiet_value({board, after}); };
  return Solution{.answer = answer_by(position, state.last_move_cost(), value),
                  .method = Method::sweep,
                  .remembered = true,
                  .swept_from = table->start_layer()};
}

void require_search(const Board& board, const SolverOptions& options) {
  if (options.only == Method::table) {
    throw MissingTable(fmt::format("no table can cover {}, which has more than {} edges",
                                   board.name(), kSmallBoardEdges));
  }
  if (options.only == Method::sweep) board.expect_small();
}

void end_search(const Position& position, const SolverOptions& options, const Budget& budget,
                const Bounds& bounds) {
  const std::string known =
      bounds.exact() ? fmt::format("its value is {}, but not all of its moves are known",
                                   signed_number(bounds.lower))
                     : fmt::format("its value is from {} to {}", signed_number(bounds.lower),
                                   signed_number(bounds.upper));
  if (budget.over()) {
    throw WithRemedy<OutOfTime>(
        fmt::format("{} is not solved in the {} allowed; {}", position_text(position),
                    human_seconds(options.seconds), known),
        "allow more time");
  }
  if (budget.stopped()) throw Stopped("stopped; " + known);
  throw WithRemedy<OutOfTime>(
      fmt::format("{} is too early to be solved: too many strings are connected; {}",
                  position_text(position), known),
      "draw more edges");
}

Solution PositionSolver::by_search() {
  SolverTurn turn(state_, budget_);
  budget_.measure_memory();
  DepthFirstSearch& search =
      turn.search(position_.board, budget_, [this] { return budget_.stopped(); });
  const std::uint64_t before = search.nodes();
  std::vector<MoveValue> found;
  try {
    Answer answer = search.answer(position_.drawn, static_cast<unsigned>(options_.threads),
                                  [&found](const MoveValue& move) { found.push_back(move); });
    return {.answer = std::move(answer),
            .method = Method::search,
            .looked_at = search.nodes() - before};
  } catch (const SearchStopped&) {
    end(known_so_far(position_, found));
  }
}

void PositionSolver::check_strings() const {
  const int strings = graph::strings_when_settled(position_);
  const int most = solvable_strings(budget_.seconds_left());
  if (strings <= most) return;
  const double enough = seconds_to_search(strings);
  throw WithRemedy<OutOfTime>(
      fmt::format(
          "{} is too early to be solved{}: {} strings and loops are left, and at most about {} can "
          "be searched",
          position_text(position_),
          options_.seconds > 0 ? fmt::format(" in {}", human_seconds(options_.seconds)) : "",
          strings, most),
      enough <= kLongestAdvised
          ? fmt::format("draw more edges, or allow about {}", human_seconds(enough))
          : "draw more edges");
}

Solution PositionSolver::by_graph() {
  require_search(position_.board, options_);
  check_strings();
  SolverTurn turn(state_, budget_);
  budget_.measure_memory();
  graph::Solver& solver = turn.graph_solver(position_.board, budget_);
  const std::uint64_t before = solver.nodes();
  const graph::Result result =
      solver.solve(graph::open_edges(position_), [this] { return budget_.stopped(); });
  if (!result.complete()) end_search(position_, options_, budget_, result.value);
  std::vector<MoveValue> moves;
  for (const graph::Move& move : result.moves) {
    moves.push_back({move.edge, move.captures, move.value.lower});
  }
  return {.answer = answer_of(position_, 0, std::move(moves)),
          .method = Method::search,
          .looked_at = solver.nodes() - before};
}

// Returns the sweep of the position. Throws if it exceeds the limits.
std::unique_ptr<StartSweep> PositionSolver::sweep_that_fits() {
  // The size also tells whether waiting for other questions is the reason of an error.
  const bool must_size = sizing_ == Sizing::always || waited_ > budget_.seconds_left();
  const Poll poll = must_size ? budget_.poll_caller() : budget_.poll();
  SweepSize size =
      size_of_sweep(position_, budget_.memory(), budget_.processor_seconds_left(), poll);
  const bool in_time = budget_.in_time(size);
  size.seconds *= state_.slowness();
  std::unique_ptr<StartSweep> sweep;
  if (budget_.in_time(size)) {
    sweep = sweep_in_memory(size);
  } else if (in_time) {
    state_.doubt_slowness();
  }
  // With less memory another cut is possible, which may be quicker than the one chosen for memory.
  if (!sweep && !options_.scratch.empty()) sweep = sweep_on_disk();
  if (!sweep) refuse(size);
  return sweep;
}

// Returns the sweep without files, or null if it exceeds the memory. Frees the kept tables if it
// does not fit alongside them.
std::unique_ptr<StartSweep> PositionSolver::sweep_in_memory(SweepSize& size) {
  auto sweep = sweep_within(position_, state_.last_move_cost(), budget_.memory(), size,
                            budget_.poll(), true);
  const std::uint64_t kept = state_.bytes();
  if (!sweep && options_.memory == 0 && size.most_memory <= budget_.memory() + kept) {
    state_.shrink(0);
    budget_.measure_memory();
    sweep = sweep_within(position_, state_.last_move_cost(), budget_.memory(), size, budget_.poll(),
                         true);
  }
  if (sweep && options_.memory > 0 && size.memory + kept > budget_.memory()) state_.shrink(0);
  return sweep;
}

// Returns the sweep with scratch files, or null if it exceeds the memory even so, or in any case
// the time. Throws if its files exceed the time or the disk.
std::unique_ptr<StartSweep> PositionSolver::sweep_on_disk() {
  auto sweep =
      sweep_with_scratch(position_, state_.last_move_cost(), budget_.memory(),
                         budget_.processor_seconds_left() / state_.slowness(), budget_.poll());
  if (!sweep) return sweep;
  if (options_.memory > 0) state_.shrink(0);
  const SweepPlan plan = sweep->plan();
  const std::uint64_t free = free_disk(options_.scratch);
  if (plan.disk > free) {
    throw DiskFull(fmt::format(
        "{} would take about {} of scratch files in {}, which has only {} free; free some, choose "
        "another folder, or allow more memory",
        position_text(position_), human_bytes_rounded_up(plan.disk), options_.scratch.string(),
        human_bytes(free)));
  }
  if (plan.seconds * state_.slowness() > budget_.seconds_left()) {
    throw WithRemedy<OutOfTime>(
        fmt::format(
            "{} would take about {} with scratch files, but only {} of the {} allowed are left",
            position_text(position_), human_seconds(plan.seconds * state_.slowness()),
            human_seconds(std::max(budget_.seconds_left(), 0.0)), human_seconds(options_.seconds)),
        "allow more time");
  }
  return sweep;
}

// Returns the memory for the sweep's table besides the sweep itself. Drops the least recently used
// tables if the new one fits only in their place. An analysis that goes back through a game asks
// for the new one.
std::uint64_t PositionSolver::room_for_table(const SweepPlan& plan) {
  const std::uint64_t all = budget_.memory() - std::min(plan.memory, budget_.memory());
  const auto table =
      static_cast<std::uint64_t>(kSweptTableBytes * static_cast<double>(plan.values));
  if (all < table + state_.bytes_within(budget_) && table <= std::min(all, options_.remember)) {
    state_.shrink(all - table);
  }
  return all - std::min(state_.bytes_within(budget_), all);
}

Solution PositionSolver::by_sweep() {
  SolverTurn turn(state_, budget_);
  // The question that had the turn before may have been about the same game.
  if (auto solution = answer_by_memory(state_, position_)) return *std::move(solution);
  turn.forget_search();
  waited_ = turn.waited();
  budget_.measure_memory();
  return with_threads(options_.threads, [&] {
    SweepPlan plan;
    double began = 0;
    double done = 0;  // the fraction of the sweep
    const auto progress = [&](const SweepProgress& state) {
      done = static_cast<double>(state.done) / static_cast<double>(state.total);
      if (options_.progress) options_.progress(state);
    };
    try {
      const auto sweep = sweep_that_fits();
      plan = sweep->plan();
      if (options_.planned) options_.planned(plan);
      const std::uint64_t room = room_for_table(plan) + sweep->space_bytes();
      began = steady_seconds();
      Swept swept = sweep->run(required_positions(position_), {progress, budget_.poll()},
                               std::min(options_.remember, room), options_.scratch);
      state_.note_slowness(plan.seconds, steady_seconds() - began);
      if (swept.table) state_.keep(std::move(swept.table), options_.remember);
      const auto value = [&](EdgeSet quiet) { return swept.values.at(quiet); };
      return Solution{.answer = answer_by(position_, state_.last_move_cost(), value),
                      .method = Method::sweep,
                      .looked_at = plan.values,
                      .swept_from = sweep->start_layer()};
    } catch (const Stopped&) {
      // The first layers are written late and are the slowest.
      if (done > kTellingShare) {
        state_.note_slowness(plan.seconds, (steady_seconds() - began) / done);
      }
      end("a sweep gives no result before its end");
    }
  });
}

// Throws the error for the reason that ended the work.
void PositionSolver::end(const std::string& known) const {
  if (!budget_.over()) throw Stopped("stopped; " + known);
  throw WithRemedy<OutOfTime>(
      fmt::format("{} is not solved in the {} allowed; {}", position_text(position_),
                  human_seconds(options_.seconds), known),
      "allow more time");
}

// Returns the limits that a sweep exceeds, and how much time is left if other questions came first.
std::string PositionSolver::exceeded(const SweepSize& size, double seconds) const {
  const double left = std::max(budget_.seconds_left(), 0.0);
  std::vector<std::string> limits;
  if (size.most_memory > budget_.memory())
    limits.push_back(human_bytes(budget_.memory()) + " of memory");
  if (seconds > left) limits.push_back(human_seconds(options_.seconds));
  std::string text = fmt::format("{} may be used", fmt::join(limits, " and "));
  const bool waited = seconds > left && left < kNearlyAll * options_.seconds;
  if (waited) text += fmt::format(", of which {} are left", human_seconds(left));
  return text;
}

void PositionSolver::refuse(const SweepSize& size) const {
  const int threads = loop_threads();
  const double seconds = size.seconds / threads;
  const Bounds bounds = bounds_of(position_, state_.last_move_cost());
  const std::string facts = fmt::format(
      "{} would take about {} of memory and {}, but only {}; its value is from {} to {}",
      position_text(position_), human_bytes_rounded_up(memory_to_name(size, budget_.memory())),
      human_seconds(seconds), exceeded(size, seconds), signed_number(bounds.lower),
      signed_number(bounds.upper));
  constexpr const char* kRemedy = "draw more edges, or allow more memory or time";
  const auto refused = std::make_shared<const SweepSize>(size);
  if (size.most_memory > budget_.memory()) throw WithRemedy<OutOfMemory>(facts, kRemedy, refused);
  if (waited_ > 0 && seconds <= budget_.seconds_left() + waited_) {
    throw WithRemedy<OutOfTimeWaiting>(facts, kRemedy, refused);
  }
  throw WithRemedy<OutOfTime>(facts, kRemedy, refused);
}

}  // namespace pipo
