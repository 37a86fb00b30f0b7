
#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "parallel/threads.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"
#include "verify/checks.hpp"
#include "verify/drawing.hpp"

namespace pipo {
namespace {

// Stored positions drawn at a time. Each takes 50 bytes, and kMostLookups applies, too.
constexpr std::uint64_t kSampleRound = 10'000'000;

constexpr std::size_t kDrawnATurn = 1024;  // positions that a thread draws at a time

int random_open_edge(const Position& position, Random& random) {
  EdgeSet open = position.open();
  for (auto skip = random.below(static_cast<std::uint64_t>(count_bits(open))); skip > 0; --skip) {
    open &= open - 1;
  }
  return std::countr_zero(open);
}

// Draws random edges until the position is not quiet, at the latest when one edge is open. Then,
// with probability 1/2 each time, draws another edge as long as the position stays so.
Position unsettled(Position position, Random& random) {
  const auto draw = [&] {
    return position.drawn | EdgeSet{1} << random_open_edge(position, random);
  };
  while (is_quiet(position.board, position.drawn)) position.drawn = draw();
  while (random.below(2) == 0) {
    const EdgeSet further = draw();
    if (is_quiet(position.board, further)) break;
    position.drawn = further;
  }
  return position;
}

// A part of a sample. The position drawn with number first + i is positions[2 * i]; the one with
// boxes to capture, reached from it, follows it, or the full board if there is none. Positions that
// the table cannot check, because it omits too many layers, are left out.
class Round {
 public:
  Round(const CheckedTable& checked, const LayerNumbers& entries, std::uint64_t seed,
        std::uint64_t first, std::uint64_t count)
      : checked_(checked),
        entries_(entries),
        seed_(seed),
        first_(first),
        board_(checked.table().identity().board),
        positions_(2 * count),
        left_out_(2 * count),
        values_(2 * count),
        by_rule_(2 * count) {}

  void check(const std::function<void(double)>& progress, CheckResult& result) {
    each_range(positions_.size() / 2, [this](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i != end; ++i) draw(i);
    });
    if (checked_.table().identity().game == TableGame::nimstring) {
      take_nim_steps();
    } else {
      take_steps(checked_.values, board_, positions_, {values_, by_rule_}, progress);
    }
    for (std::size_t i = 0; i < positions_.size(); ++i) count(i, result);
  }

 private:
  // Calls f(begin, end) for parts of a range, in parallel.
  template <typename F>
  static void each_range(std::size_t count, F f) {
    parallel_parts(0, count, kDrawnATurn, f);
  }

  void draw(std::size_t i) {
    Random random(seed_, first_ + i);
    const auto [layer, number] = entries_.place(random.below(entries_.total()));
    const Position position = checked_.sections.position(layer, number);
    set(2 * i, position);
    set(2 * i + 1, position.open() == 0 ? position : unsettled(position, random));
  }

  // Looks up position by position: take_steps keeps one value for each position, not the set of its
  // options.
  void take_nim_steps() {
    const ValueOfPosition value = looked_up(checked_.values);
    each_range(positions_.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i != end; ++i) {
        const Position position{board_, positions_[i]};
        values_[i] = static_cast<std::int8_t>(value(position));
        by_rule_[i] =
            static_cast<std::int8_t>(value_by_rule(TableGame::nimstring, value, position));
      }
    });
  }

  // The full board takes the place of a position that the table cannot check.
  void set(std::size_t number, const Position& position) {
    left_out_[number] = !checked_.has(position);
    positions_[number] = left_out_[number] ? board_.all() : EdgeSet{position.drawn};
  }

  void count(std::size_t i, CheckResult& result) const {
    ++(left_out_[i] != 0 ? result.left_out : i % 2 == 0 ? result.stored : result.not_stored);
    if (values_[i] == by_rule_[i]) return;
    ++(i % 2 == 0 ? result.wrong_stored : result.wrong_not_stored);
    if (result.mismatch) return;
    const Position position{board_, positions_[i]};
    result.mismatch = mismatch(checked_, looked_up(checked_.values), position, values_[i]);
  }

  const CheckedTable& checked_;
  const LayerNumbers& entries_;
  std::uint64_t seed_;
  std::uint64_t first_;
  Board board_;
  std::vector<EdgeSet> positions_;
  std::vector<std::uint8_t> left_out_;  // true or false
  std::vector<std::int8_t> values_;
  std::vector<std::int8_t> by_rule_;
};

// The probability of at most `wrong` wrong positions of `size`, if each is wrong with probability
// `share`, which must be at least wrong / size: then the terms fall from the last to the first.
double at_most(double wrong, double size, double share) {
  double term =
      std::exp(std::lgamma(size + 1) - std::lgamma(wrong + 1) - std::lgamma(size - wrong + 1) +
               wrong * std::log(share) + (size - wrong) * std::log1p(-share));
  double sum = 0;
  for (double k = wrong; term > sum * 1e-17; --k) {
    sum += term;
    term *= k * (1 - share) / ((size - k + 1) * share);
  }
  return sum;
}

}  // namespace

// The bound of Clopper and Pearson, by bisection. boost::math has it, too, but computes constants
// at every start of the program.
double most_wrong_share(std::uint64_t wrong, std::uint64_t size) {
  const auto k = static_cast<double>(wrong);
  const auto n = static_cast<double>(size);
  if (wrong == 0) return -std::expm1(std::log(1 - kConfidence) / n);
  double low = k / n;
  double high = 1;
  while (true) {
    const double share = low + (high - low) / 2;
    if (share <= low || share >= high) return high;
    (at_most(k, n, share) > 1 - kConfidence ? low : high) = share;
  }
}

std::uint64_t most_wrong_in_size(std::uint64_t wrong, std::uint64_t size) {
  return static_cast<std::uint64_t>(
      std::ceil(most_wrong_share(wrong, size) * static_cast<double>(size)));
}

CheckResult check_sample(const CheckedTable& checked, std::uint64_t count, std::uint64_t seed,
                         const VerifyProgress& progress) {
  const LayerNumbers all = stored_entries(checked.table());
  CheckResult result;
  for (std::uint64_t first = 0; first < count; first += kSampleRound) {
    const std::uint64_t size = std::min(kSampleRound, count - first);
    const auto report = [&](double share) {
      const auto done = static_cast<std::uint64_t>(share * static_cast<double>(size) + 0.5);
      if (progress) progress("sample", first + std::min(done, size), count);
    };
    Round(checked, all, seed, first, size).check(report, result);
  }
  return result;
}

}  // namespace pipo
