#include "solve/enclosing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "search/answer_by.hpp"
#include "search/window.hpp"
#include "solve/budget.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

// Seconds between two reports of progress.
constexpr double kTold = 0.1;

// The share of the memory for the search, which has little to remember beside sweeps. The cache of
// tables gets the same share if the memory is given.
constexpr std::uint64_t kSearchShare = 16;

// Searches the moves, from the given position on, until tables or sweeps can answer.
//
// Sweeps should begin as early as possible. Two moves later there are some thousand positions
// instead of one, and a sweep of each takes about a thirtieth of the time.
class Enclosing {
 public:
  Enclosing(const Position& position, const Window& window, const Tables& tables,
            const SolverOptions& options, int few_open)
      : position_(position),
        window_(window),
        tables_(tables),
        options_(options),
        few_open_(few_open),
        budget_(options.memory, options.seconds, options.stopped),
        search_(position.board, search_options()) {
    found_.position = position;
    found_.bounds = bounds_of(position);
    found_.way = Way::search;
  }
  Enclosing(const Enclosing&) = delete;

  Enclosure find() {
    try {
      if (!sweep_all()) search();
    } catch (const SearchStopped&) {
      if (!budget_.over()) {
        throw Stopped(fmt::format("stopped; its value is from {} to {}",
                                  signed_number(found_.bounds.lower),
                                  signed_number(found_.bounds.upper)));
      }
      found_.in_time = false;
    }
    if (found_.way == Way::sweep) return std::move(found_);
    found_.looked_at = search_.nodes();
    if (found_.bounds.lower >= window_.low) {
      found_.move = remembered_move(search_, position_.drawn, found_.bounds.lower);
    }
    return std::move(found_);
  }

 private:
  SearchOptions search_options() {
    SearchOptions options;
    options.memory_bytes = budget_.search_memory();
    options.stopped = [this] {
      report();
      return budget_.stopped();
    };
    if (options_.only == Way::search) return options;
    options.memory_bytes = std::min(options.memory_bytes, budget_.memory() / kSearchShare);
    options.elsewhere = [this](EdgeSet quiet) { return value_elsewhere({position_.board, quiet}); };
    options.elsewhere_from = few_open_ + 1;
    return options;
  }

  // Sweeps the position itself if that fits. All of its moves are then known.
  bool sweep_all() {
    if (options_.only || open_when_settled(position_) <= few_open_) return false;
    const auto sweep = sweep_that_fits(position_);
    if (!sweep) return false;
    const SweepPlan plan = sweep->plan();
    found_.way = Way::sweep;
    found_.looked_at = plan.values;
    if (options_.planned) options_.planned(plan);
    const auto values = run(*sweep, required_positions(position_), options_.progress);
    const Answer answer = answer_by(position_, [&](EdgeSet quiet) { return values.at(quiet); });
    found_.bounds = Bounds::only(answer.value);
    found_.move = answer.best.front();
    return true;
  }

  void search() {
    search_window(search_, position_.drawn, window_, [this](const Bounds& bounds) {
      found_.bounds = bounds;
      report();
    });
  }

  std::optional<int> value_elsewhere(const Position& position) {
    if (budget_.stopped()) throw SearchStopped();
    if (tables_.covers(position)) {
      ++found_.helped;
      return tables_.value(position);
    }
    const auto sweep = sweep_that_fits(position);
    if (!sweep) return {};
    const int value = run(*sweep, {position.drawn}, {}).at(position.drawn);
    ++found_.helped;
    return value;
  }

  // Returns a sweep that fits into the memory left beside the search, or null.
  std::unique_ptr<StartSweep> sweep_that_fits(const Position& position) const {
    const std::uint64_t memory = budget_.memory() - budget_.memory() / kSearchShare;
    if (memory_to_size(position) > memory) return {};
    SweepSize size = size_of_sweep(position);
    if (!budget_.in_time(size)) return {};
    return sweep_within(position, memory, size);
  }

  std::unordered_map<EdgeSet, int> run(
      StartSweep& sweep, const std::vector<EdgeSet>& quiet,
      const std::function<void(const SweepProgress&)>& progress) const {
    try {
      return sweep.run(quiet, {progress, [this] { return budget_.stopped(); }}).values;
    } catch (const Stopped&) {
      throw SearchStopped();
    }
  }

  void report() {
    const double now = steady_seconds();
    if (!options_.searching || now < told_ + kTold) return;
    told_ = now;
    options_.searching({found_.bounds, search_.nodes(), now - began_});
  }

  const Position& position_;
  const Window& window_;
  const Tables& tables_;
  const SolverOptions& options_;
  const int few_open_;
  const Budget budget_;
  const double began_ = steady_seconds();
  double told_ = began_;
  Enclosure found_;
  DepthFirstSearch search_;
};

}  // namespace

Enclosure enclosed(const Position& position, const Window& window, const Tables& tables,
                   const SolverOptions& options, int few_open) {
  return Enclosing(position, window, tables, options, few_open).find();
}

}  // namespace pipo
