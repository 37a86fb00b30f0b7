#include <fmt/core.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "parallel/threads.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/in_parallel.hpp"
#include "probe/file/file_names.hpp"
#include "verify/checks.hpp"
#include "verify/section_rule.hpp"

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

}  // namespace pipo
