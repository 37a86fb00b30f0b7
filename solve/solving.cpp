#include "solve/solving.hpp"

#include <fmt/format.h>

#include <algorithm>
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
#include "search/answer_by.hpp"
#include "solve/edges_missing.hpp"
#include "solve/remedied.hpp"

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

constexpr const char* kNotBeforeItsEnd = "a sweep gives no result before its end";

// The share of a sweep that shows how long the whole of it takes.
constexpr double kTellingShare = 0.25;

}  // namespace

std::optional<Solution> answer_by_memory(const Remembered& remembered, const Position& position) {
  const Board& board = position.board;
  const auto table = remembered.table_of({board, settle(board, position.drawn).quiet});
  if (!table) return {};
  return Solution{.answer = answer_by(position,
                                      [&](EdgeSet after) {
                                        return table->quiet_value({board, after});
                                      }),
                  .way = Way::sweep,
                  .remembered = true};
}

Solving::Solving(const Position& position, const SolverOptions& options, Remembered& remembered,
                 Remedy remedy)
    : position_(position),
      options_(options),
      remembered_(remembered),
      remedy_(remedy),
      budget_(options.memory, options.seconds, options.stopped) {}

Solution Solving::by_search() {
  Remembered::Turn turn(remembered_, budget_);
  budget_.measure_memory();
  DepthFirstSearch& search =
      turn.search(position_.board, budget_, [this] { return budget_.stopped(); });
  const std::uint64_t before = search.nodes();
  std::vector<MoveValue> found;
  try {
    Answer answer = search.answer(position_.drawn, static_cast<unsigned>(options_.threads),
                                  [&found](const MoveValue& move) { found.push_back(move); });
    return {.answer = std::move(answer), .way = Way::search, .looked_at = search.nodes() - before};
  } catch (const SearchStopped&) {
    end(known_so_far(position_, found));
  }
}

// Returns the sweep of the position. Throws if it exceeds the limits.
std::unique_ptr<StartSweep> Solving::sweep_that_fits() {
  // An error with a remedy names the size, and the size tells whether waiting for other questions
  // is the reason of an error. Then sizing may exceed the time, by some hundredths of a second.
  const bool must_size = remedy_ == Remedy::yes || waited_ > budget_.seconds_left();
  const Poll poll = must_size ? budget_.poll_caller() : budget_.poll();
  SweepSize size =
      size_of_sweep(position_, budget_.memory(), budget_.processor_seconds_left(), poll);
  const bool in_time = budget_.in_time(size);
  size.seconds *= remembered_.slowness();
  std::unique_ptr<StartSweep> sweep;
  if (budget_.in_time(size)) {
    sweep = sweep_in_memory(size);
  } else {
    if (in_time) remembered_.doubt_slowness();
    size.memory = size.most_memory;
  }
  // With less memory another cut is possible, which may be quicker than the one chosen for memory.
  if (!sweep && !options_.scratch.empty()) sweep = sweep_on_disk();
  if (!sweep) refuse(size);
  return sweep;
}

// Returns the sweep without files, or null if it exceeds the memory. Frees the kept tables if it
// does not fit alongside them.
std::unique_ptr<StartSweep> Solving::sweep_in_memory(SweepSize& size) {
  auto sweep = sweep_within(position_, budget_.memory(), size, budget_.poll(), true);
  const std::uint64_t kept = remembered_.bytes();
  if (!sweep && options_.memory == 0 && size.memory <= budget_.memory() + kept) {
    remembered_.shrink(0);
    budget_.measure_memory();
    sweep = sweep_within(position_, budget_.memory(), size, budget_.poll(), true);
  }
  if (sweep && options_.memory > 0 && size.memory + kept > budget_.memory()) remembered_.shrink(0);
  return sweep;
}

// Returns the sweep with scratch files, or null if it exceeds the memory even so, or in any case
// the time. Throws if its files exceed the time or the disk.
std::unique_ptr<StartSweep> Solving::sweep_on_disk() {
  auto sweep =
      sweep_with_scratch(position_, budget_.memory(),
                         budget_.processor_seconds_left() / remembered_.slowness(), budget_.poll());
  if (!sweep) return sweep;
  if (options_.memory > 0) remembered_.shrink(0);
  const SweepPlan plan = sweep->plan();
  const std::uint64_t free = free_disk(options_.scratch);
  if (plan.disk > free) {
    throw DiskFull(fmt::format(
        "{} would take about {} of scratch files in {}, which has only {} free; free some, choose "
        "another folder, or allow more memory",
        position_text(position_), human_bytes_rounded_up(plan.disk), options_.scratch.string(),
        human_bytes(free)));
  }
  if (plan.seconds * remembered_.slowness() > budget_.seconds_left()) {
    throw WithRemedy<OutOfTime>(
        fmt::format(
            "{} would take about {} with scratch files, but only {} of the {} allowed are left",
            position_text(position_), human_seconds(plan.seconds * remembered_.slowness()),
            human_seconds(std::max(budget_.seconds_left(), 0.0)), human_seconds(options_.seconds)),
        "allow more time");
  }
  return sweep;
}

Solution Solving::by_sweep() {
  Remembered::Turn turn(remembered_, budget_);
  // The question that had the turn before may have been about the same game.
  if (auto solution = answer_by_memory(remembered_, position_)) return *std::move(solution);
  turn.forget_search();
  waited_ = turn.waited();
  budget_.measure_memory();
  return with_threads(options_.threads, [&] { return sweep(); });
}

Solution Solving::sweep() {
  const auto sweep = [this] {
    try {
      return sweep_that_fits();
    } catch (const Stopped&) {
      end(kNotBeforeItsEnd);
    }
  }();
  const SweepPlan plan = sweep->plan();
  if (options_.planned) options_.planned(plan);
  const std::uint64_t kept = remembered_.bytes_within(budget_);
  const std::uint64_t room = budget_.memory() - std::min(plan.memory + kept, budget_.memory());
  const double began = steady_seconds();
  double done = 0;  // the fraction of the sweep
  const auto progress = [&](const SweepProgress& state) {
    done = static_cast<double>(state.done) / static_cast<double>(state.total);
    if (options_.progress) options_.progress(state);
  };
  try {
    Swept swept = sweep->run(required_positions(position_), {progress, budget_.poll()},
                             std::min(options_.remember, room), options_.scratch);
    remembered_.note_slowness(plan.seconds, steady_seconds() - began);
    if (swept.table) remembered_.keep(std::move(swept.table), options_.remember);
    return {.answer = answer_by(position_, [&](EdgeSet quiet) { return swept.values.at(quiet); }),
            .way = Way::sweep,
            .looked_at = plan.values};
  } catch (const Stopped&) {
    // The first layers are written late and are the slowest.
    if (done > kTellingShare) {
      remembered_.note_slowness(plan.seconds, (steady_seconds() - began) / done);
    }
    end(kNotBeforeItsEnd);
  }
}

// Throws the error for the reason that ended the work.
void Solving::end(const std::string& known) const {
  if (!budget_.over()) throw Stopped("stopped; " + known);
  throw WithRemedy<OutOfTime>(
      fmt::format("{} is not solved in the {} allowed; {}", position_text(position_),
                  human_seconds(options_.seconds), known),
      "allow more time");
}

// Returns the limits that a sweep exceeds, and how much time is left if other questions came first.
std::string Solving::exceeded(const SweepSize& size, double seconds) const {
  const double left = std::max(budget_.seconds_left(), 0.0);
  std::vector<std::string> limits;
  if (size.memory > budget_.memory())
    limits.push_back(human_bytes(budget_.memory()) + " of memory");
  if (seconds > left) limits.push_back(human_seconds(options_.seconds));
  std::string text = fmt::format("{} may be used", fmt::join(limits, " and "));
  const bool waited = seconds > left && left < kNearlyAll * options_.seconds;
  if (waited) text += fmt::format(", of which {} are left", human_seconds(left));
  return text;
}

void Solving::refuse(const SweepSize& size) const {
  const int threads = loop_threads();
  const double seconds = size.seconds / threads;
  const double left = budget_.seconds_left();  // the search for a remedy takes some
  const std::string remedy =
      remedy_ == Remedy::yes ? when_solvable(edges_missing(position_, budget_)) : std::string();
  const Bounds bounds = bounds_of(position_);
  const std::string facts = fmt::format(
      "{} would take about {} of memory and {}, but only {}; its value is from {} to {}",
      position_text(position_), human_bytes_rounded_up(size.memory), human_seconds(seconds),
      exceeded(size, seconds), signed_number(bounds.lower), signed_number(bounds.upper));
  if (size.memory > budget_.memory()) throw WithRemedy<OutOfMemory>(facts, remedy);
  if (waited_ > 0 && seconds <= left + waited_) throw WithRemedy<OutOfTimeWaiting>(facts, remedy);
  throw WithRemedy<OutOfTime>(facts, remedy);
}

}  // namespace pipo
