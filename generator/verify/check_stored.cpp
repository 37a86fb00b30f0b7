#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <mutex>
#include <numeric>

#include "generator/verify/checks.hpp"
#include "generator/verify/first_mismatch.hpp"

namespace pipo {
namespace {

// The rows of a section that are stored; the others are mirror images of these.
std::vector<std::uint32_t> stored_rows(const Table& table, const StoredSection& section) {
  if (section.storage == Storage::kept_rows) {
    return table.kept_rows().group(section.key).rows(0, section.rows);
  }
  std::vector<std::uint32_t> rows(section.rows);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

// Of a symmetric section only the tiles on and below the diagonal are stored.
std::uint32_t stored_columns(const StoredSection& section, std::uint32_t row) {
  if (section.storage != Storage::half) return section.columns;
  return std::min(section.columns, (row / kTileRows + 1) * kTileRows);
}

// A section's values and the positions they belong to.
class SectionEntries {
 public:
  SectionEntries(const Table& table, const SectionKey& key)
      : table_(table),
        seam_(key.seam),
        lower_(list(Side::lower, key, key.lower)),
        upper_(list(Side::upper, key, key.upper)),
        values_(table.read_section(key)) {}

  int value(std::uint64_t number) const { return values_[number]; }

  Position position(std::uint32_t row, std::uint32_t column) const {
    const EdgeSet turned = table_.space().position(seam_, lower_[row], upper_[column]);
    return {table_.identity().board, table_.turn_back(turned)};
  }

 private:
  std::vector<HalfConfiguration> list(Side side, const SectionKey& key, int drawn) const {
    const StateSpace& space = table_.space();
    return space.half(side).list(space.cut().line(key.seam, side), drawn);
  }

  const Table& table_;
  SeamState seam_;
  std::vector<HalfConfiguration> lower_;
  std::vector<HalfConfiguration> upper_;
  std::vector<std::int8_t> values_;
};

class StoredCheck {
 public:
  StoredCheck(const CheckedTable& checked, const CheckProgress& progress)
      : checked_(checked), progress_(progress), total_(checked.table.manifest().stored()) {}

  void run() {
    const Table& table = checked_.table;
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
    const SectionEntries entries(checked_.table, section.key);
    const std::vector<std::uint32_t> rows = stored_rows(checked_.table, section);
    // A task is worth its price from some hundred positions on.
    const std::size_t grain = 1 + 512 / section.columns;
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, rows.size(), grain),
                      [&](const auto& range) {
                        std::uint64_t count = 0;
                        for (std::size_t i = range.begin(); i != range.end(); ++i) {
                          const std::uint32_t columns = stored_columns(section, rows[i]);
                          check_row(section, rows[i], columns, entries);
                          count += columns;
                        }
                        finished(layer, count);
                      });
  }

  void check_row(const StoredSection& section, std::uint32_t row, std::uint32_t columns,
                 const SectionEntries& entries) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      const std::uint64_t number = std::uint64_t{row} * section.columns + column;
      if (!first_.wanted(number)) return;
      const Position position = entries.position(row, column);
      if (auto mismatch = check_value(checked_.values, position, entries.value(number))) {
        first_.offer(number, *std::move(mismatch));
      }
    }
  }

  void finished(int layer, std::uint64_t count) {
    const std::lock_guard lock(mutex_);
    done_ += count;
    if (progress_) progress_("layer " + std::to_string(layer), done_, total_);
  }

  CheckedTable checked_;
  const CheckProgress& progress_;
  std::uint64_t total_;
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  FirstMismatch first_;
};

}  // namespace

CheckResult check_stored(const CheckedTable& checked, const CheckProgress& progress) {
  StoredCheck check(checked, progress);
  check.run();
  return check.result();
}

}  // namespace pipo
