#include "solve/enclosing.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/signed_number.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/settle.hpp"
#include "search/window.hpp"
#include "solve/allowance.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

// Progress is told so often.
constexpr double kTold = 0.1;

// A search of the moves, from the top, until tables or sweeps have the rest.
//
// The earlier a sweep begins the better: two moves later there are some thousand positions instead
// of one, and a sweep of each takes about a thirtieth.
class Enclosing {
 public:
  Enclosing(const Position& position, const Window& window, const Tables& tables,
            const SolverOptions& options, int few_open)
      : position_(position),
        root_(settle(position.board, position.drawn).quiet),
        window_(window),
        tables_(tables),
        options_(options),
        few_open_(few_open),
        allowance_(options.memory, options.seconds, options.stopped),
        search_(position.board, search_options()) {
    found_.position = position;
    found_.bounds = bounds_of(position);
    found_.way = Way::search;
  }
  Enclosing(const Enclosing&) = delete;

  Enclosure find() {
    try {
      search_window(search_, position_.drawn, window_, [this](const Bounds& bounds) {
        found_.bounds = bounds;
        tell();
      });
    } catch (const SearchStopped&) {
      if (!allowance_.over()) {
        throw Stopped(fmt::format("stopped; its value is from {} to {}",
                                  signed_number(found_.bounds.lower),
                                  signed_number(found_.bounds.upper)));
      }
      found_.in_time = false;
    }
    if (found_.way == Way::search) found_.looked_at = search_.nodes();
    if (found_.bounds.lower >= window_.low) {
      found_.move = remembered_move(search_, position_.drawn, found_.bounds.lower);
    }
    return std::move(found_);
  }

 private:
  SearchOptions search_options() {
    SearchOptions options;
    options.memory_bytes = allowance_.search_memory();
    options.stopped = [this] {
      tell();
      return allowance_.stopped();
    };
    if (options_.only == Way::search) return options;
    // Beside a sweep it remembers little; what it has to remember is little.
    options.memory_bytes = std::min(options.memory_bytes, allowance_.memory() / 16);
    options.elsewhere = [this](EdgeSet quiet) { return value_elsewhere(quiet); };
    options.elsewhere_from = few_open_ + 1;
    return options;
  }

  std::optional<int> value_elsewhere(EdgeSet quiet) {
    if (allowance_.stopped()) throw SearchStopped();
    const Position position{position_.board, quiet};
    if (tables_.covers(position)) {
      ++found_.helped;
      return tables_.value(position);
    }
    if (!allowance_.fits(size_of_sweep(position))) return {};
    return value_by_sweep(position);
  }

  std::optional<int> value_by_sweep(const Position& position) {
    StartSweep sweep(position);
    const SweepPlan plan = sweep.plan();
    if (plan.memory > allowance_.memory() / 16 * 15) return {};
    SweepWatch watch{{}, [this] { return allowance_.stopped(); }};
    const bool all = position.drawn == root_;
    if (all) {
      found_.way = Way::sweep;
      found_.looked_at = plan.values;
      watch.progress = options_.progress;
      if (options_.planned) options_.planned(plan);
    }
    try {
      const int value = sweep.run({position.drawn}, watch).at(position.drawn);
      ++found_.helped;
      return value;
    } catch (const Stopped&) {
      throw SearchStopped();
    }
  }

  void tell() {
    const double now = steady_seconds();
    if (!options_.searching || now < told_ + kTold) return;
    told_ = now;
    options_.searching({found_.bounds, search_.nodes(), now - began_});
  }

  const Position& position_;
  const EdgeSet root_;
  const Window& window_;
  const Tables& tables_;
  const SolverOptions& options_;
  const int few_open_;
  const Allowance allowance_;
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
