#include "solve/solver_state.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/narrow.hpp"
#include "probe/base/steady_seconds.hpp"
#include "search/graph.hpp"

namespace pipo {
namespace {

// The interval at which a waiting thread asks for its turn: a millisecond for each turn before it,
// so that many waiting threads take little time from the one that works.
constexpr std::size_t kLongestPause = 20;

// A sweep that is estimated to be shorter says nothing about the speed of the machine, because it
// spends most of its time on starting up.
constexpr double kTellingSeconds = 0.1;

std::chrono::milliseconds pause_behind(std::size_t turns) {
  return std::chrono::milliseconds(std::min(turns, kLongestPause));
}

std::uint64_t total_bytes(const std::list<std::shared_ptr<const SweptTable>>& tables) {
  return std::accumulate(tables.begin(), tables.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& table) { return sum + table->bytes(); });
}

}  // namespace

std::shared_ptr<const SweptTable> SolverState::table_of(const Position& position) const {
  const std::lock_guard lock(mutex_);
  const auto found =
      std::ranges::find_if(tables_, [&](const auto& table) { return table->covers(position); });
  if (found == tables_.end()) return nullptr;
  tables_.splice(tables_.begin(), tables_, found);
  return tables_.front();
}

void SolverState::keep(std::shared_ptr<const SweptTable> table, std::uint64_t most_bytes) {
  {
    const std::lock_guard lock(mutex_);
    tables_.push_front(std::move(table));
  }
  shrink(most_bytes);
}

void SolverState::shrink(std::uint64_t most_bytes) {
  std::list<std::shared_ptr<const SweptTable>> dropped;  // destroyed after the lock is released
  const std::lock_guard lock(mutex_);
  while (!tables_.empty() && total_bytes(tables_) > most_bytes) {
    dropped.splice(dropped.begin(), tables_, std::prev(tables_.end()));
  }
}

std::uint64_t SolverState::bytes() const {
  const std::lock_guard lock(mutex_);
  return total_bytes(tables_);
}

void SolverState::note_slowness(double estimated, double taken) {
  if (estimated >= kTellingSeconds) slowness_ = std::clamp(taken / estimated, 1.0, 8.0);
}

// Gives the turn to this one if no other is busy or first, and returns 0. If not, the turn has a
// place in the queue, and the result is the number of turns before it.
std::size_t SolverState::begin_turn(const SolverTurn& turn) {
  const std::lock_guard lock(mutex_);
  const pid_t process = ::getpid();
  if (process_ != process) {
    // In a child, the threads that were searching and waiting do not exist, and the search may be
    // half changed.
    if (busy_) {
      static_cast<void>(search_.release());
      static_cast<void>(graph_solver_.release());
    }
    busy_ = false;
    waiting_.clear();
    process_ = process;
  }
  const bool first = waiting_.empty() || waiting_.front() == &turn;
  if (busy_ || !first) {
    const auto place = std::ranges::find(waiting_, &turn);
    const auto before = static_cast<std::size_t>(std::distance(waiting_.begin(), place));
    if (place == waiting_.end()) waiting_.push_back(&turn);
    return before + 1;
  }
  std::erase(waiting_, &turn);
  busy_ = true;
  return 0;
}

void SolverState::leave(const SolverTurn& turn) {
  const std::lock_guard lock(mutex_);
  std::erase(waiting_, &turn);
}

SolverTurn::SolverTurn(SolverState& of, const Budget& budget) : of_(of) {
  const double began = steady_seconds();
  try {
    while (const std::size_t before = of_.begin_turn(*this)) {
      if (budget.over()) {
        throw WithRemedy<OutOfTimeWaiting>(
            "other questions to this solver took all of the time allowed",
            "ask again, or allow more time");
      }
      if (budget.stopped()) throw Stopped("stopped while other questions were being answered");
      std::this_thread::sleep_for(pause_behind(before));
      waited_ = steady_seconds() - began;
    }
  } catch (...) {
    of_.leave(*this);
    budget.tell_waited(steady_seconds() - began);
    throw;
  }
  try {
    budget.tell_waited(waited_);
  } catch (...) {
    end();
    throw;
  }
}

void SolverTurn::end() {
  of_.stopped_ = {};
  const std::lock_guard lock(of_.mutex_);
  of_.busy_ = false;
}

std::uint64_t SolverTurn::bytes_for_search(const Budget& budget) {
  of_.shrink_to_half(budget);
  const std::uint64_t memory = budget.search_memory();
  return memory - std::min(of_.bytes_within(budget), memory / 2);
}

DepthFirstSearch& SolverTurn::search(const Board& board, const Budget& budget,
                                     std::function<bool()> stopped) {
  const std::uint64_t bytes = bytes_for_search(budget);
  of_.stopped_ = std::move(stopped);
  const bool fits = of_.search_ && of_.search_->board() == board && of_.search_bytes_ == bytes;
  if (!fits) {
    forget_search();
    SearchOptions options;
    options.memory_bytes = address_size(bytes);
    options.last_move_cost = of_.last_move_cost();
    options.stopped = [&of = of_] { return of.stopped_ && of.stopped_(); };
    of_.search_ = std::make_unique<DepthFirstSearch>(board, std::move(options));
    of_.search_bytes_ = bytes;
  }
  return *of_.search_;
}

graph::Solver& SolverTurn::graph_solver(const Board& board, const Budget& budget) {
  const std::uint64_t bytes = bytes_for_search(budget);
  const bool fits = of_.graph_solver_ && of_.graph_board_ == board && of_.search_bytes_ == bytes;
  if (!fits) {
    forget_search();
    of_.graph_solver_ = std::make_unique<graph::Solver>(graph::graph_of(board), bytes);
    of_.graph_board_ = board;
    of_.search_bytes_ = bytes;
  }
  return *of_.graph_solver_;
}

}  // namespace pipo
