#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <mutex>

#include "probe/codec/dont_care.hpp"
#include "verify/checks.hpp"
#include "verify/first_mismatch.hpp"

namespace pipo {
namespace {

// A section's stored values and the positions they belong to.
class SectionEntries {
 public:
  SectionEntries(const TableSections& sections, const SectionKey& key)
      : table_(sections.table()),
        seam_(key.seam),
        lower_(list(Side::lower, key, key.lower)),
        upper_(list(Side::upper, key, key.upper)),
        values_(sections.stored(key)) {}

  std::size_t rows() const { return lower_.size(); }
  std::size_t columns() const { return upper_.size(); }

  // Returns kDontCare for an entry that is not stored.
  std::int8_t value(std::uint64_t number) const { return values_[number]; }

  Position position(std::uint32_t row, std::uint32_t column) const {
    const EdgeSet turned = table_.space().states().position(seam_, lower_[row], upper_[column]);
    return {table_.identity().board, table_.space().turn_back(turned)};
  }

 private:
  std::vector<HalfConfiguration> list(Side side, const SectionKey& key, int drawn) const {
    const StateSpace& space = table_.space().states();
    return space.half(side).list(space.cut().border(key.seam, side), drawn);
  }

  const Table& table_;
  SeamState seam_;
  std::vector<HalfConfiguration> lower_;
  std::vector<HalfConfiguration> upper_;
  std::vector<std::int8_t> values_;
};

class StoredCheck {
 public:
  StoredCheck(const CheckedTable& checked, const VerifyProgress& progress)
      : checked_(checked), progress_(progress), total_(checked.table().manifest().stored()) {}

  void run() {
    const Table& table = checked_.table();
    for (int layer = table.last_layer(); layer >= table.first_layer() && !first_.get(); --layer) {
      for (const StoredSection& section : table.layout(layer).sections()) {
        check_section(layer, section);
        if (first_.get()) return;
      }
    }
  }

  CheckResult result() const { return {.stored = done_, .mismatch = first_.get()}; }

 private:
  void check_section(int layer, const StoredSection& section) {
    const SectionEntries entries(checked_.sections, section.key);
    // A task pays off from some hundred positions on.
    const std::size_t grain = 1 + 512 / entries.columns();
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, entries.rows(), grain),
                      [&](const auto& range) {
                        std::uint64_t count = 0;
                        for (std::size_t row = range.begin(); row != range.end(); ++row) {
                          count += check_row(static_cast<std::uint32_t>(row), entries);
                        }
                        finished(layer, count);
                      });
  }

  // Returns how many stored values the row has.
  std::uint64_t check_row(std::uint32_t row, const SectionEntries& entries) {
    std::uint64_t count = 0;
    for (std::uint32_t column = 0; column < entries.columns(); ++column) {
      const std::uint64_t number = row * entries.columns() + column;
      if (entries.value(number) == kDontCare) continue;
      if (!first_.improves(number)) return count;
      ++count;
      const Position position = entries.position(row, column);
      if (auto mismatch = check_value(checked_.values, position, entries.value(number))) {
        first_.offer(number, *std::move(mismatch));
      }
    }
    return count;
  }

  void finished(int layer, std::uint64_t count) {
    const std::lock_guard lock(mutex_);
    done_ += count;
    if (progress_) progress_("layer " + std::to_string(layer), done_, total_);
  }

  CheckedTable checked_;
  const VerifyProgress& progress_;
  std::uint64_t total_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  FirstMismatch first_;
};

}  // namespace

CheckResult check_stored(const CheckedTable& checked, const VerifyProgress& progress) {
  StoredCheck check(checked, progress);
  check.run();
  return check.result();
}

}  // namespace pipo
