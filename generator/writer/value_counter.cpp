#include "generator/writer/value_counter.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <stdexcept>

#include "probe/base/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "generator/writer/value_counter.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pipo::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Rows = std::span<const std::int8_t* const>;

void count_one_by_one(Rows rows, std::size_t columns, ValueCounts& counts) {
  for (const std::int8_t* row : rows) {
    for (std::size_t i = 0; i < columns; ++i) ++counts[static_cast<std::uint8_t>(row[i])];
  }
}

#if HWY_TARGET != HWY_SCALAR

// Rows of at least one vector. The last vector overlaps the previous one; its lanes that are
// already counted are masked.
template <class D>
struct RowVectors {
  D d;
  Rows rows;
  std::size_t columns;
  std::size_t whole = columns / hn::Lanes(D());
  std::size_t rest = columns % hn::Lanes(D());
  std::size_t vectors_a_row = whole + (rest == 0 ? 0 : 1);

  hn::Vec<D> last(const std::int8_t* row) const {
    return hn::LoadU(d, row + columns - hn::Lanes(d));
  }
  // All bits of the lanes of `last` that no whole vector has.
  hn::Vec<D> last_mask() const {
    const auto last_counted = static_cast<std::int8_t>(hn::Lanes(d) - rest - 1);
    return hn::VecFromMask(d, hn::Lt(hn::Set(d, last_counted), hn::Iota(d, 0)));
  }
  template <class Visit>
  HWY_INLINE void for_each_whole(const std::int8_t* row, const Visit& visit) const {
    for (std::size_t i = 0; i < whole; ++i) visit(hn::LoadU(d, row + i * hn::Lanes(d)));
  }
};

struct ValueRange {
  int least;
  int greatest;
};

template <class D>
ValueRange range_of_rows(const RowVectors<D>& vectors) {
  const hn::RebindToUnsigned<D> numbers;
  auto greatest = hn::Zero(numbers);
  auto least = hn::Set(numbers, 255);
  const auto add = [&](hn::Vec<D> values) HWY_ATTR {
    const auto more = hn::Add(hn::BitCast(numbers, values), hn::Set(numbers, 128));
    least = hn::Min(least, more);
    greatest = hn::Max(greatest, more);
  };
  for (const std::int8_t* row : vectors.rows) {
    vectors.for_each_whole(row, add);
    if (vectors.rest != 0) add(vectors.last(row));
  }
  std::array<std::uint8_t, hn::MaxLanes(D())> lanes_least;
  std::array<std::uint8_t, hn::MaxLanes(D())> lanes_greatest;
  hn::StoreU(least, numbers, lanes_least.data());
  hn::StoreU(greatest, numbers, lanes_greatest.data());
  ValueRange range{127, -128};
  for (std::size_t i = 0; i < lanes_least.size(); ++i) {
    range.least = lanes_least[i] - 128 < range.least ? lanes_least[i] - 128 : range.least;
    range.greatest =
        lanes_greatest[i] - 128 > range.greatest ? lanes_greatest[i] - 128 : range.greatest;
  }
  return range;
}

// Counts kValues values from `first` on. Each lane has a counter of one byte for each of them,
// which are added up before they overflow.
constexpr int kValues = 8;
template <class D>
void count_from(const RowVectors<D>& vectors, int first, ValueCounts& counts) {
  const D d;
  const hn::RebindToUnsigned<D> numbers;
  const hn::Repartition<std::uint64_t, D> sums;
  hn::Vec<decltype(sums)> totals[kValues];
  hn::Vec<D> lanes[kValues];
  for (int k = 0; k < kValues; ++k) totals[k] = hn::Zero(sums);
  for (int k = 0; k < kValues; ++k) lanes[k] = hn::Zero(d);
  const auto base = hn::Set(d, static_cast<std::int8_t>(first));
  const auto mask = vectors.last_mask();
  const auto add_up = [&]() HWY_ATTR {
    for (int k = 0; k < kValues; ++k) {
      totals[k] = hn::Add(totals[k], hn::SumsOf8(hn::BitCast(numbers, lanes[k])));
      lanes[k] = hn::Zero(d);
    }
  };
  std::size_t added = 0;
  for (const std::int8_t* row : vectors.rows) {
    if (added + vectors.vectors_a_row > 255) {
      add_up();
      added = 0;
    }
    added += vectors.vectors_a_row;
    vectors.for_each_whole(row, [&](hn::Vec<D> values) HWY_ATTR {
      const auto above = hn::Sub(values, base);
      for (int k = 0; k < kValues; ++k) {
        const auto equal = hn::Eq(above, hn::Set(d, static_cast<std::int8_t>(k)));
        lanes[k] = hn::Sub(lanes[k], hn::VecFromMask(d, equal));
      }
    });
    if (vectors.rest == 0) continue;
    const auto above = hn::Sub(vectors.last(row), base);
    for (int k = 0; k < kValues; ++k) {
      const auto equal = hn::Eq(above, hn::Set(d, static_cast<std::int8_t>(k)));
      lanes[k] = hn::Sub(lanes[k], hn::And(mask, hn::VecFromMask(d, equal)));
    }
  }
  add_up();
  for (int k = 0; k < kValues && first + k < 128; ++k) {
    counts[static_cast<std::uint8_t>(first + k)] += hn::GetLane(hn::SumOfLanes(sums, totals[k]));
  }
}

template <class D>
void count_by(D d, Rows rows, std::size_t columns, ValueCounts& counts) {
  const RowVectors<D> vectors{d, rows, columns};
  const ValueRange range = range_of_rows(vectors);
  for (int first = range.least; first <= range.greatest; first += kValues) {
    count_from(vectors, first, counts);
  }
}

#endif

void count(Rows rows, std::size_t columns, ValueCounts& counts) {
#if HWY_TARGET != HWY_SCALAR
  const hn::CappedTag<std::int8_t, 32> wide;
  const hn::FixedTag<std::int8_t, 16> narrow;
  if (columns >= hn::Lanes(wide)) return count_by(wide, rows, columns, counts);
  if (columns >= hn::Lanes(narrow)) return count_by(narrow, rows, columns, counts);
#endif
  count_one_by_one(rows, columns, counts);
}

constexpr ValueCounting kTable{std::string_view(HWY_STR(HWY_NAMESPACE)).substr(2), count};

}  // namespace
}  // namespace pipo::HWY_NAMESPACE

template <>
inline constexpr const pipo::ValueCounting* pipo::kTableFor<pipo::ValueCounting, HWY_TARGET> =
    &pipo::HWY_NAMESPACE::kTable;
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pipo {

const std::vector<const ValueCounting*>& available_value_counting() {
  static const auto available = tables_for_processor<ValueCounting>();
  return available;
}

Histogram ValueCounter::histogram() const {
  Histogram histogram;
  for (int value = -128; value < 128; ++value) {
    const std::uint64_t count = counts_[static_cast<std::uint8_t>(value)];
    if (count == 0) continue;
    if (std::abs(value) > kMaximumMargin) {
      throw std::logic_error(fmt::format("a value of {} is no margin of any board", value));
    }
    histogram[value] += count;
  }
  return histogram;
}

}  // namespace pipo
#endif
