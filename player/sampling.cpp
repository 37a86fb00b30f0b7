#include "player/sampling.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <random>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "player/rules.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/settle.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

// The most edges that a sample draws. With ten, samples were no better than chance on 200 positions
// of 5x5 (docs/lab-notebook.md).
constexpr int kMostAdded = 8;

// The fewest samples that are compared, and the number that should fit into the time. A few close
// samples are worth more than many distant ones: on 50 positions of 5x5 with 14 drawn edges, 5
// samples with 16 lost less margin than 24 samples with 18 (docs/lab-notebook.md).
constexpr int kFewest = 3;
constexpr int kExpected = 6;

// Draws this many random safe edges. Returns nothing if there are too few.
std::optional<Position> sample(Position position, int added, std::mt19937_64& random) {
  for (; added > 0; --added) {
    const std::vector<int> safe = safe_edges(position);
    if (safe.empty()) return {};
    position.drawn.insert(safe[random() % safe.size()]);
  }
  return position;
}

class Sampling {
 public:
  Sampling(const Position& position, const Solver& solver, const SolverOptions& options,
           std::uint64_t seed)
      : position_(position),
        solver_(solver),
        options_(options),
        seed_(seed ^ std::hash<Position>()(position)),
        budget_(options.memory, options.seconds, options.stopped) {
    options_.planned = {};
    options_.progress = {};
    options_.searching = {};
    options_.remember = 0;  // what the solver remembers of the game is worth more
  }

  std::optional<SampledMoves> compare(int most) {
    if (!is_quiet(position_)) return {};
    safe_ = safe_edges(position_);
    if (safe_.size() < 2) return {};
    const int added = edges_to_add_in_time();
    if (added == 0) return {};
    std::mt19937_64 random(seed_);
    int samples = 0;
    const int fewest = std::min(kFewest, most);
    double longest = 0;  // a sample that is stopped gives no values
    for (; samples < most && longest <= budget_.seconds_left(); ++samples) {
      const double began = steady_seconds();
      const auto later = sample(position_, added, random);
      // Too few samples are of no use, so each of the first ones has its share of the time.
      if (!later || !take(*later, budget_.seconds_left() / std::max(1, fewest - samples))) break;
      longest = std::max(longest, steady_seconds() - began);
    }
    if (samples < fewest) return {};
    return SampledMoves{best(), samples, position_.layer() + added};
  }

 private:
  struct Average {
    double total = 0;
    int count = 0;
  };

  // Returns the result of edges_to_add(), or 0 if the time is over first.
  int edges_to_add_in_time() const {
    try {
      return edges_to_add();
    } catch (const Stopped&) {
      if (!budget_.over()) throw;
      return 0;
    }
  }

  // Returns the fewest edges to add, an even number, so that enough samples are expected to fit; 0
  // if there is no such number. It looks at the largest number first, which is quickest to count.
  int edges_to_add() const {
    const int threads = options_.threads > 0 ? options_.threads : loop_threads();
    const std::uint64_t memory = budget_.memory();
    int fits = 0;
    for (int added = kMostAdded; added > 0; added -= 2) {
      std::mt19937_64 random(seed_);
      const auto later = sample(position_, added, random);
      if (!later) continue;
      if (!has_few_open(*later)) {  // otherwise a search is quick
        if (!later->board.is_small()) break;
        const double each = budget_.seconds_left() * threads / kExpected;
        const SweepSize size = size_of_sweep(*later, memory, each, budget_.poll());
        if (size.memory > memory || size.seconds > each) break;
      }
      fits = added;
    }
    return fits;
  }

  // Solves a sample and adds the values of its moves, less their mean. Returns false if it cannot
  // be solved within the limits and `seconds`.
  bool take(const Position& later, double seconds) {
    if (options_.seconds > 0) {
      options_.seconds = seconds;
      if (options_.seconds <= 0) return false;
    }
    const Attempt known = solver_.try_solve(later, options_);
    if (!known.solution) return false;
    std::vector<MoveValue> moves = known.solution->answer.moves;
    std::erase_if(moves, [this](const MoveValue& move) {
      return !std::ranges::binary_search(safe_, move.edge);
    });
    double mean = 0;
    for (const MoveValue& move : moves) mean += move.value;
    mean /= static_cast<double>(std::max<std::size_t>(moves.size(), 1));
    for (const MoveValue& move : moves) {
      Average& average = averages_[move.edge];
      average.total += move.value - mean;
      ++average.count;
    }
    return true;
  }

  // Averages that are equal may differ by rounding.
  std::vector<int> best() const {
    constexpr double kRounding = 1e-9;
    const auto of = [](const auto& one) { return one.second.total / one.second.count; };
    double greatest = -std::numeric_limits<double>::infinity();
    for (const auto& one : averages_) greatest = std::max(greatest, of(one));
    std::vector<int> edges;
    for (const auto& one : averages_) {
      if (of(one) > greatest - kRounding) edges.push_back(one.first);
    }
    return edges.empty() ? safe_ : edges;
  }

  const Position& position_;
  const Solver& solver_;
  SolverOptions options_;
  const std::uint64_t seed_;
  const Budget budget_;
  std::vector<int> safe_;            // ascending
  std::map<int, Average> averages_;  // by edge
};

}  // namespace

std::optional<SampledMoves> sample_moves(const Position& position, const Solver& solver,
                                         const SolverOptions& options, std::uint64_t seed,
                                         int most) {
  return Sampling(position, solver, options, seed).compare(most);
}

}  // namespace pipo
