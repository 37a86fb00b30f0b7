#include "solve/game_values.hpp"

#include <algorithm>
#include <boost/iterator/counting_iterator.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/steady_seconds.hpp"
#include "search/answer_by.hpp"
#include "search/depth_first.hpp"
#include "solve/budget.hpp"

namespace pipo {
namespace {

// With at most this many open edges after settling, a search takes about a hundredth of a second on
// any board. With more, it can take many times as long as a sweep on small boards: on 3x4 with 31
// edges open, 9 s against 0.3 s.
constexpr int kVeryFewOpen = 24;

// The share of the remaining time for a first, small sweep. It soon gives some values, and measures
// the current speed of this machine.
constexpr double kFirstShare = 0.05;

// The share of what then remains for the second sweep. A sweep that does not finish gives no
// values.
constexpr double kSecondShare = 0.8;

class GameSolver {
 public:
  GameSolver(const Board& board, const std::vector<EdgeSet>& positions, const Tables& tables,
             const GameOptions& options)
      : board_(board),
        positions_(positions),
        tables_(tables),
        options_(options),
        budget_(options.memory, options.seconds, options.stopped),
        unknown_(static_cast<int>(positions.size())) {
    found_.answers.resize(positions.size());
    sizes_.resize(positions.size());
  }

  GameValues solve() {
    try {
      take_tables();
      search(kVeryFewOpen);
      sweep(kFirstShare);
      sweep(kSecondShare);
      // Solves positions for which no sweep has memory.
      search(kFewOpen);
    } catch (const Stopped&) {
      found_.ending = budget_.over() ? Ending::out_of_time : Ending::stopped;
    }
    searcher_.reset();
    if (unknown_ > 0) {
      found_.too_large =
          size_of_last_unknown();  // outside the time limit, in hundredths of a second
      found_.too_large->seconds *= slowness_;
    }
    std::ranges::reverse(found_.stretches);
    return std::move(found_);
  }

 private:
  Position position(int moves) const {
    return {board_, positions_[static_cast<std::size_t>(moves)]};
  }

  void keep(Answer answer) {
    --unknown_;
    found_.answers[static_cast<std::size_t>(unknown_)] = std::move(answer);
  }

  // Notes the positions solved since `last` was the last unknown position.
  void note(Way way, int last, std::uint64_t looked_at, double seconds) {
    if (unknown_ > last) return;
    auto& stretches = found_.stretches;
    if (!stretches.empty() && stretches.back().way == way) {
      stretches.back().first = unknown_;
      stretches.back().looked_at += looked_at;
      stretches.back().seconds += seconds;
    } else {
      stretches.push_back({way, unknown_, last, looked_at, seconds});
    }
  }

  void take_tables() {
    const int last = unknown_ - 1;
    const double begin = steady_seconds();
    bool ended = false;
    while (!ended && unknown_ > 0 && tables_.covers_moves(position(unknown_ - 1))) {
      keep(tables_.answer(position(unknown_ - 1)));
      ended = budget_.stopped();
    }
    note(Way::table, last, 0, steady_seconds() - begin);
    if (ended) throw Stopped("stopped");
  }

  // Solves positions with one searcher, which remembers its results.
  void search(int open) {
    if (unknown_ == 0 || open_when_settled(position(unknown_ - 1)) > open) return;
    if (!searcher_) {
      searcher_ = std::make_unique<DepthFirstSearch>(
          board_, SearchOptions{budget_.search_memory(), [this] { return budget_.stopped(); }});
    }
    const int last = unknown_ - 1;
    const std::uint64_t before = searcher_->nodes();
    const double begin = steady_seconds();
    bool ended = false;
    try {
      while (unknown_ > 0 && open_when_settled(position(unknown_ - 1)) <= open) {
        keep(searcher_->answer(positions_[static_cast<std::size_t>(unknown_ - 1)]));
      }
    } catch (const SearchStopped&) {
      ended = true;
    }
    note(Way::search, last, searcher_->nodes() - before, steady_seconds() - begin);
    if (ended) throw Stopped("stopped");
  }

  // Returns the earliest unknown position whose sweep fits into this share of the time left.
  // Earlier positions have larger sweeps.
  int earliest(double share) {
    const boost::counting_iterator<int> none(0), all(unknown_);
    return *std::partition_point(none, all, [&](int moves) {
      return !can_be_sized(moves) || !budget_.fits(size_now(moves), share);
    });
  }

  void sweep(double share) {
    if (unknown_ == 0) return;
    searcher_.reset();  // a sweep may take all of the memory
    // Tries the last position even if its sweep is estimated as too large.
    for (int first = std::min(earliest(share), unknown_ - 1); first < unknown_; ++first) {
      if (!can_be_sized(first) || !budget_.in_time(size_now(first), share)) return;
      SweepSize size = size_from(first, budget_.poll());
      const auto sweep = sweep_within(position(first), budget_.memory(), size, budget_.poll());
      if (sweep) return sweep_from(first, *sweep);
      refused_ = size;
      refused_at_ = first;
    }
  }

  bool can_be_sized(int moves) const { return memory_to_size(position(moves)) <= budget_.memory(); }

  // Returns the size with the time at the current speed of this machine.
  SweepSize size_now(int moves) {
    SweepSize size = size_from(moves, budget_.poll());
    size.seconds *= slowness_;
    return size;
  }

  SweepSize size_of_last_unknown() {
    return refused_at_ == unknown_ - 1 ? refused_ : size_from(unknown_ - 1, {});
  }

  // Returns the size of a sweep. Each is computed once, since counting takes some hundredths of a
  // second if few edges are drawn.
  SweepSize size_from(int moves, const Poll& poll) {
    auto& size = sizes_[static_cast<std::size_t>(moves)];
    if (!size) {
      size = size_of_sweep(position(moves), budget_.memory(), kAnyTime, poll);
    }
    return *size;
  }

  void sweep_from(int first, StartSweep& sweep) {
    const SweepPlan plan = sweep.plan();
    if (options_.planned) options_.planned(plan, first);
    const double begin = steady_seconds();
    const auto values = sweep.run(required_from(first), {options_.progress, budget_.poll()}).values;
    const int last = unknown_ - 1;
    while (unknown_ > first) {
      keep(answer_by(position(unknown_ - 1), [&](EdgeSet quiet) { return values.at(quiet); }));
    }
    const double seconds = steady_seconds() - begin;
    if (plan.seconds >= kTellingSeconds) slowness_ = std::max(1.0, seconds / plan.seconds);
    note(Way::sweep, last, plan.values, seconds);
  }

  // Returns the positions needed to answer this position and all unknown ones after it. All of them
  // contain the edges drawn in it.
  std::vector<EdgeSet> required_from(int first) const {
    std::vector<EdgeSet> asked;
    for (int moves = first; moves < unknown_; ++moves) {
      const std::vector<EdgeSet> more = required_positions(position(moves));
      asked.insert(asked.end(), more.begin(), more.end());
    }
    std::ranges::sort(asked);
    asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
    return asked;
  }

  const Board board_;
  const std::vector<EdgeSet>& positions_;
  const Tables& tables_;
  const GameOptions& options_;
  const Budget budget_;
  int unknown_;          // number of unknown positions: the earliest ones
  double slowness_ = 1;  // the time that sweeps take, divided by the estimate
  std::unique_ptr<DepthFirstSearch> searcher_;
  std::vector<std::optional<SweepSize>> sizes_;  // of sweeps, by the number of moves made
  SweepSize refused_;  // the sweep refused for its memory, known exactly, and its number of moves
  int refused_at_ = -1;
  GameValues found_;
};

}  // namespace

int GameValues::unknown() const {
  return static_cast<int>(
      std::ranges::find_if(answers, [](const auto& one) { return one.has_value(); }) -
      answers.begin());
}

GameValues values_of_game(const Board& board, const std::vector<EdgeSet>& positions,
                          const Tables& tables, const GameOptions& options) {
  return with_threads(options.threads,
                      [&] { return GameSolver(board, positions, tables, options).solve(); });
}

}  // namespace pipo
