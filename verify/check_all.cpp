// The checks of all positions: of the stored ones section by section, or of every one by number.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"
#include "probe/base/in_parallel.hpp"
#include "probe/board/edge_map.hpp"
#include "probe/file/file_names.hpp"
#include "verify/checks.hpp"
#include "verify/section_rule.hpp"

namespace pipo {
namespace {

// The mismatch with the lowest number, whichever thread finds it.
class FirstMismatch {
 public:
  // Returns whether a mismatch with this number, or a higher one, can still be the first.
  bool improves(std::uint64_t number) const {
    return number < lowest_.load(std::memory_order_relaxed);
  }

  void offer(std::uint64_t number, Mismatch mismatch) {
    const std::lock_guard lock(mutex_);
    if (number >= lowest_) return;
    lowest_ = number;
    mismatch_ = std::move(mismatch);
  }

  // Returns the mismatch. Call it after all threads are done.
  const std::optional<Mismatch>& get() const { return mismatch_; }

 private:
  std::mutex mutex_;
  std::atomic<std::uint64_t> lowest_ = std::numeric_limits<std::uint64_t>::max();
  std::optional<Mismatch> mismatch_;
};

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
        whole_(checked.sections, kCacheBytes),
        rule_(table_, whole_) {
    for (int layer = table_.first_layer(); layer <= table_.last_layer(); ++layer) {
      if (!table_.keeps(layer)) continue;
      for (const StoredSection& section : table_.layout(layer).sections()) {
        sections_.push_back(section);
        largest_ = std::max(largest_, std::size_t{states_.rows(section.key)} * section.columns);
      }
    }
    // Sections near each other lead to the same ones.
    std::ranges::sort(sections_, std::greater(), &StoredSection::key);
  }

  CheckResult run() {
    const std::optional<int> wrong_layer = rule_.rebuild(progress_);
    const auto threads = static_cast<std::size_t>(loop_threads());
    const std::size_t most = std::max<std::size_t>(1, kSectionBytes / (3 * largest_));
    in_parallel(sections_.size(), static_cast<unsigned>(std::min(threads, most)),
                [this](std::size_t number) { check_section(sections_[number], number); });
    if (wrong_layer && !first_.get()) throw_wrong_layer(*wrong_layer);
    return {.stored = done_, .mismatch = first_.get()};
  }

 private:
  // Numbers fuller positions first, so that all successors of the reported position are right.
  std::uint64_t sequence(const SectionKey& key, std::size_t number) const {
    return static_cast<std::uint64_t>(table_.last_layer() - key.layer()) << 32 | number;
  }

  [[noreturn]] void throw_wrong_layer(int layer) const {
    throw DamagedTable(
        fmt::format("{}: the content hash of layer {}, which the table omits, is not that of the "
                    "values that follow from the kept layers; compare the files with SHA256SUMS, "
                    "and copy those that differ again",
                    (table_.folder() / kManifestName).string(), layer),
        table_.folder() / kManifestName);
  }

  void check_section(const StoredSection& section, std::size_t number) {
    const SectionKey& key = section.key;
    if (!first_.improves(sequence(key, number))) return;
    const std::vector<std::int8_t> found = checked_.sections.section(key);
    const std::vector<std::int8_t> best = rule_.values(key);
    for (std::uint32_t row = 0; std::size_t{row} * section.columns < found.size(); ++row) {
      const std::uint32_t stored = stored_columns(table_.space(), section, row);
      for (std::uint32_t column = 0; column < stored; ++column) {
        const std::size_t i = std::size_t{row} * section.columns + column;
        if (found[i] == best[i] || !first_.improves(sequence(key, number))) continue;
        const Position position = checked_.sections.position(key, row, column);
        const auto value = [this](const Position& one) { return whole_.value(one); };
        first_.offer(sequence(key, number), mismatch(checked_, value, position, found[i]));
      }
    }
    const std::lock_guard lock(mutex_);
    done_ += section.entries();
    if (progress_) progress_("all positions", done_, table_.manifest().stored());
  }

  CheckedTable checked_;
  const Table& table_;
  const StateSpace& states_;
  const VerifyProgress& progress_;
  WholeSections whole_;
  SectionRule rule_;
  std::vector<StoredSection> sections_;
  std::size_t largest_ = 1;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  FirstMismatch first_;
};

// The time of a thread for a stored value, on 4x4.
constexpr double kSecondsAValue = 110e-9;

}  // namespace

double seconds_to_check_stored(const Table& table, int threads) {
  const std::uint64_t values = table.manifest().stored() + values_to_rebuild(table);
  return static_cast<double>(values) * kSecondsAValue / threads;
}

CheckResult check_stored(const CheckedTable& checked, const VerifyProgress& progress) {
  return StoredCheck(checked, progress).run();
}

namespace {

constexpr std::uint32_t kPositionsATask =
    1U << 16;  // positions a task, and between two reports of progress

// Numbers the positions that contain a start: bit i of a number is the i-th edge that the start
// leaves open.
class Numbering {
 public:
  explicit Numbering(const TableIdentity& table)
      : table_(table), edges_(open_edges(table)), spread_(edges_) {}

  int bits() const { return static_cast<int>(edges_.size()); }
  std::uint32_t count() const { return std::uint32_t{1} << bits(); }
  int edge(int bit) const { return edges_[static_cast<std::size_t>(bit)]; }

  Position position(std::uint32_t number) const {
    return {table_.board, table_.start | spread_(number)};
  }

 private:
  static std::vector<int> open_edges(const TableIdentity& table) {
    std::vector<int> edges;
    for (EdgeSet open = table.board.all() & ~table.start; open != 0; open &= open - 1) {
      edges.push_back(std::countr_zero(open));
    }
    return edges;
  }

  TableIdentity table_;
  std::vector<int> edges_;
  EdgeMap spread_;
};

class EveryPosition {
 public:
  EveryPosition(const CheckedTable& checked, const VerifyProgress& progress)
      : checked_(checked),
        progress_(progress),
        numbering_(checked.table().identity()),
        values_(numbering_.count()) {}

  CheckResult run() {
    in_rounds("reading", [this](std::uint32_t number) {
      const auto value = checked_.values.find_value(numbering_.position(number));
      values_[number] = value ? static_cast<std::int8_t>(*value) : kNotCovered;
    });
    in_rounds("checking", [this](std::uint32_t number) {
      if (!checked_.has(numbering_.position(number))) {
        ++left_out_;
      } else if (values_[number] != by_rule(number)) {
        offer(number);
      }
    });
    return {.not_stored = numbering_.count() - left_out_,
            .left_out = left_out_,
            .mismatch = first_.get()};
  }

 private:
  int by_rule(std::uint32_t number) const {
    const Position position = numbering_.position(number);
    const TableIdentity& table = checked_.table().identity();
    ValueByRule rule(table.game, table.last_move_cost);
    for (int bit = 0; bit < numbering_.bits(); ++bit) {
      if (number >> bit & 1) continue;
      const int captures = boxes_by_rule(position.board, position.drawn, numbering_.edge(bit));
      rule.add(captures, values_[number | 1U << bit]);
    }
    return rule.value();
  }

  // Ranks fuller positions first, so that all successors of the reported position are right.
  void offer(std::uint32_t number) {
    const auto open = static_cast<std::uint64_t>(numbering_.bits() - count_bits(number));
    const Position position = numbering_.position(number);
    if (!first_.improves(open << 32 | number)) return;
    first_.offer(open << 32 | number,
                 mismatch(checked_, looked_up(checked_.values), position, values_[number]));
  }

  template <typename F>
  void in_rounds(const char* stage, F&& f) {
    const std::uint32_t count = numbering_.count();
    std::uint64_t done = 0;
    std::mutex mutex;
    parallel_loop(std::uint32_t{0}, (count + kPositionsATask - 1) / kPositionsATask,
                  [&](std::uint32_t round) {
                    const std::uint32_t end = std::min(count, (round + 1) * kPositionsATask);
                    for (std::uint32_t number = round * kPositionsATask; number < end; ++number)
                      f(number);
                    const std::lock_guard lock(mutex);
                    done += end - round * kPositionsATask;
                    if (progress_) progress_(stage, done, count);
                  });
  }

  CheckedTable checked_;
  const VerifyProgress& progress_;
  Numbering numbering_;
  std::vector<std::int8_t> values_;
  std::atomic<std::uint64_t> left_out_ = 0;
  FirstMismatch first_;
};

}  // namespace

int free_edges(const TableIdentity& table) {
  return table.board.edges() - count_bits(table.start);
}

CheckResult check_every_position(const CheckedTable& checked, const VerifyProgress& progress) {
  if (free_edges(checked.table().identity()) > kMostFreeEdges) {
    throw BadInput(folder_name(checked.table().identity()) +
                   " has too many positions to check every one of them");
  }
  return EveryPosition(checked, progress).run();
}

}  // namespace pipo
