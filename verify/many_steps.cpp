#include "verify/many_steps.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <bitset>
#include <limits>
#include <mutex>
#include <vector>

#include "parallel/threads.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "verify/one_step.hpp"

namespace pipo {
namespace {

constexpr std::size_t kPositionsATurn = 4096;  // positions that a thread processes at a time

constexpr std::int8_t kNone = std::numeric_limits<std::int8_t>::min();

void raise(std::int8_t& place, std::int8_t value) {
  const std::atomic_ref shared(place);
  std::int8_t now = shared.load(std::memory_order_relaxed);
  while (now < value && !shared.compare_exchange_weak(now, value, std::memory_order_relaxed)) {
  }
}

class Steps {
 public:
  Steps(const StoredValues& tables, const Board& board, std::span<const EdgeSet> positions,
        const ManySteps& results, const std::function<void(double)>& progress, std::size_t most)
      : tables_(tables),
        board_(board),
        positions_(positions),
        results_(results),
        progress_(progress),
        most_(most),
        layers_(positions.size()) {}

  void take() {
    find_layers();
    for (int layer = 0; layer <= board_.edges(); ++layer) look_up(layer);
  }

 private:
  // Calls f(begin, end) for parts of a range, in parallel.
  template <typename F>
  static void each_range(std::size_t begin, std::size_t end, F f) {
    parallel_parts(begin, end, kPositionsATurn, f);
  }

  // Calls f(edge, position after it) for each lookup of a position. The edge board.edges() means
  // the position itself.
  template <typename F>
  void each_lookup(EdgeSet drawn, F f) const {
    f(board_.edges(), drawn);
    for (EdgeSet open = board_.all() & ~drawn; open != 0; open &= open - 1) {
      f(std::countr_zero(open), drawn | (open & -open));
    }
  }

  int layer_of_value(EdgeSet drawn) const { return count_bits(settle(board_, drawn).quiet); }

  // Notes for each position in which layers its lookups are, and counts those of each layer.
  void find_layers() {
    each_range(0, positions_.size(), [&](std::size_t begin, std::size_t end) {
      std::array<std::uint64_t, kSmallBoardEdges + 1> counts{};
      for (std::size_t i = begin; i != end; ++i) {
        const EdgeSet drawn = positions_[i];
        results_.by_rule[i] = drawn == board_.all() ? 0 : kNone;
        each_lookup(drawn, [&](int, EdgeSet after) {
          const auto layer = static_cast<std::size_t>(layer_of_value(after));
          layers_[i].set(layer);
          ++counts[layer];
        });
      }
      const std::lock_guard lock(mutex_);
      for (std::size_t layer = 0; layer < counts.size(); ++layer) counts_[layer] += counts[layer];
    });
    for (const std::uint64_t count : counts_) total_ += count;
  }

  void look_up(int layer) {
    const auto count = static_cast<std::size_t>(counts_[static_cast<std::size_t>(layer)]);
    if (count == 0) return;
    drawn_.reserve(std::min(count, most_));
    numbers_.reserve(std::min(count, most_));
    // A range of positions whose lookups certainly fit.
    const std::size_t range =
        std::max<std::size_t>(1, most_ / static_cast<std::size_t>(board_.edges() + 1) / 16);
    for (std::size_t begin = 0; begin < positions_.size(); begin += range) {
      const std::size_t end = std::min(positions_.size(), begin + range);
      each_range(begin, end, [&](std::size_t from, std::size_t to) { collect(layer, from, to); });
      if (drawn_.size() + range * static_cast<std::size_t>(board_.edges() + 1) > most_) answer();
    }
    answer();
  }

  // Appends the lookups of some positions in a layer.
  void collect(int layer, std::size_t begin, std::size_t end) {
    std::vector<EdgeSet> drawn;
    std::vector<std::uint32_t> numbers;
    for (std::size_t i = begin; i != end; ++i) {
      if (!layers_[i].test(static_cast<std::size_t>(layer))) continue;
      each_lookup(positions_[i], [&](int edge, EdgeSet after) {
        if (layer_of_value(after) != layer) return;
        drawn.push_back(after);
        numbers.push_back(static_cast<std::uint32_t>(i) * places() +
                          static_cast<std::uint32_t>(edge));
      });
    }
    const std::lock_guard lock(mutex_);
    drawn_.insert(drawn_.end(), drawn.begin(), drawn.end());
    numbers_.insert(numbers_.end(), numbers.begin(), numbers.end());
  }

  std::uint32_t places() const { return static_cast<std::uint32_t>(board_.edges() + 1); }

  void answer() {
    found_.resize(drawn_.size());
    tables_.values(board_, drawn_, found_, static_cast<unsigned>(loop_threads()));
    each_range(0, found_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i != end; ++i) use(numbers_[i], found_[i]);
    });
    done_ += drawn_.size();
    drawn_.clear();
    numbers_.clear();
    if (progress_) progress_(static_cast<double>(done_) / static_cast<double>(total_));
  }

  // Takes the result of a lookup to the position that it belongs to.
  void use(std::uint32_t number, std::int8_t found) {
    const std::size_t position = number / places();
    const int edge = static_cast<int>(number % places());
    if (edge == board_.edges()) {
      results_.values[position] = found;
      return;
    }
    const int captures = boxes_by_rule(board_, positions_[position], edge);
    const int value = captures > 0 ? captures + found : -found;
    raise(results_.by_rule[position], static_cast<std::int8_t>(value));
  }

  const StoredValues& tables_;
  Board board_;
  std::span<const EdgeSet> positions_;
  ManySteps results_;
  const std::function<void(double)>& progress_;
  std::size_t most_;
  std::vector<std::bitset<kSmallBoardEdges + 1>> layers_;     // those with lookups of a position
  std::array<std::uint64_t, kSmallBoardEdges + 1> counts_{};  // lookups in each layer

  // The collected lookups: positions, their results, and to what they belong.
  std::mutex mutex_;
  std::vector<EdgeSet> drawn_;
  std::vector<std::int8_t> found_;
  std::vector<std::uint32_t> numbers_;  // position * places() + edge
  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
};

}  // namespace

void take_steps(const StoredValues& tables, const Board& board, std::span<const EdgeSet> positions,
                const ManySteps& results, const std::function<void(double)>& progress,
                std::size_t most_lookups) {
  Steps steps(tables, board, positions, results, progress, most_lookups);
  call_in_parallel([&] { steps.take(); });  // there are many short loops
}

}  // namespace pipo
