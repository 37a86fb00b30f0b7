#include <tbb/task_arena.h>

#include <algorithm>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "probe/base/in_parallel.hpp"
#include "probe/codec/dont_care.hpp"
#include "verify/checks.hpp"
#include "verify/first_mismatch.hpp"
#include "verify/section_moves.hpp"
#include "verify/whole_sections.hpp"

namespace pipo {
namespace {

constexpr std::size_t kCacheBytes = std::size_t{1} << 29;
// Threads work at different sections, and each needs the memory of three.
constexpr std::size_t kSectionBytes = std::size_t{1} << 30;

class StoredCheck {
 public:
  StoredCheck(const CheckedTable& checked, const VerifyProgress& progress)
      : checked_(checked),
        table_(checked.table()),
        states_(table_.space().states()),
        progress_(progress),
        halves_(states_),
        whole_(checked.sections, checked.values, kCacheBytes) {
    for (int layer = table_.first_layer(); layer <= table_.last_layer(); ++layer) {
      for (const StoredSection& section : table_.layout(layer).sections()) {
        sections_.push_back(section.key);
        largest_ = std::max(largest_, std::size_t{states_.rows(section.key)} * section.columns);
      }
    }
    // Sections near each other lead to the same ones.
    std::ranges::sort(sections_, std::greater(), [](const SectionKey& key) {
      return std::tuple(key.seam, key.lower, key.upper);
    });
  }

  CheckResult run() {
    const auto threads = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
    const std::size_t most = std::max<std::size_t>(1, kSectionBytes / (3 * largest_));
    in_parallel(sections_.size(), static_cast<unsigned>(std::min(threads, most)),
                [this](std::size_t number) { check_section(sections_[number], number); });
    return {.stored = done_, .mismatch = first_.get()};
  }

 private:
  // Ranks fuller positions first, so that all successors of the reported position are right.
  std::uint64_t rank(const SectionKey& key, std::size_t number) const {
    return static_cast<std::uint64_t>(table_.last_layer() - key.layer()) << 32 | number;
  }

  void check_section(const SectionKey& key, std::size_t number) {
    if (!first_.improves(rank(key, number))) return;
    const std::vector<std::int8_t> stored = checked_.sections.stored(key);
    const std::vector<std::int8_t> best = by_rule(key);
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < stored.size(); ++i) {
      if (stored[i] == kDontCare) continue;
      ++count;
      if (stored[i] != best[i] && first_.improves(rank(key, number))) {
        const std::size_t columns = states_.columns(key);
        const Position position = checked_.sections.position(
            key, static_cast<std::uint32_t>(i / columns), static_cast<std::uint32_t>(i % columns));
        first_.offer(rank(key, number),
                     {position, stored[i], moves_by_rule(checked_.values, position)});
      }
    }
    const std::lock_guard lock(mutex_);
    done_ += count;
    if (progress_) progress_("all positions", done_, table_.manifest().stored());
  }

  std::vector<std::int8_t> by_rule(const SectionKey& key) {
    const std::size_t columns = states_.columns(key);
    const bool full = key.layer() == table_.last_layer();
    std::vector<std::int8_t> best(std::size_t{states_.rows(key)} * columns,
                                  full ? std::int8_t{0} : std::numeric_limits<std::int8_t>::min());
    for (const MovesTo& moves : section_moves(states_, halves_, key)) {
      take_best(moves, columns, states_.columns(moves.target), *whole_.get(moves.target), best);
    }
    return best;
  }

  CheckedTable checked_;
  const Table& table_;
  const StateSpace& states_;
  const VerifyProgress& progress_;
  HalfMoves halves_;
  WholeSections whole_;
  std::vector<SectionKey> sections_;
  std::size_t largest_ = 1;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  FirstMismatch first_;
};

// The time of a thread for a stored value, on 4x4.
constexpr double kSecondsAValue = 110e-9;

}  // namespace

double seconds_to_check_stored(const Table& table, int threads) {
  return static_cast<double>(table.manifest().stored()) * kSecondsAValue / threads;
}

CheckResult check_stored(const CheckedTable& checked, const VerifyProgress& progress) {
  return StoredCheck(checked, progress).run();
}

}  // namespace pipo
