#include "generator/kernels/kernels.hpp"

#include "probe/base/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "generator/kernels/kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pipo::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::CappedTag<std::int8_t, 64>;
using Narrow = hn::CappedTag<std::int8_t, 16>;
using Short = hn::CappedTag<std::int8_t, 8>;

// -(k + max(w, -h - w)) = min(-k - w, w + h - k)
//
// Highway's additions wrap around. Margins never overflow; a vector may extend beyond the end of a
// section, where bytes are arbitrary, but those results are never used.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V worth(D d, V w, std::int8_t captured, std::int8_t handout) {
  const V taken = hn::Sub(hn::Set(d, static_cast<std::int8_t>(-captured)), w);
  if (handout == 0) return taken;
  return hn::Min(taken, hn::Add(w, hn::Set(d, static_cast<std::int8_t>(handout - captured))));
}

// The same for single values. Without a handout, declining gets a bonus that never pays.
struct WorthOfOne {
  explicit WorthOfOne(RowSource source)
      : captured(source.captured), bonus((source.handout == 0 ? 100 : source.handout) - captured) {}
  void raise(std::int8_t& out, std::int8_t w) const {
    const int taken = -captured - w;
    const int declined = w + bonus;
    const int value = declined < taken ? declined : taken;
    out = static_cast<std::int8_t>(value > out ? value : out);
  }
  int captured;
  int bonus;
};

// 64 values at a time, in one vector, two or four.
void raise_to_best(std::int8_t* out, const RowSource* sources, std::size_t count, std::size_t n) {
  const Wide d;
  constexpr std::size_t kBytes = hn::MaxLanes(d);
  constexpr std::size_t kVectors = 64 / kBytes;
  const RowSource* const end = sources + count;
  const RowSource* plain_end = sources;
  while (plain_end != end && plain_end->handout == 0) ++plain_end;
  for (std::size_t i = 0; i < n; i += 64) {
    hn::Vec<Wide> best[kVectors];
    const auto raise_best = [&](const RowSource& source, std::int8_t handout) HWY_ATTR {
      for (std::size_t k = 0; k < kVectors; ++k) {
        const auto w = hn::LoadU(d, source.row + i + k * kBytes);
        best[k] = hn::Max(best[k], worth(d, w, source.captured, handout));
      }
    };
    for (std::size_t k = 0; k < kVectors; ++k) best[k] = hn::LoadU(d, out + i + k * kBytes);
    for (const RowSource* source = sources; source != plain_end; ++source) raise_best(*source, 0);
    for (const RowSource* source = plain_end; source != end; ++source) {
      raise_best(*source, source->handout);
    }
    for (std::size_t k = 0; k < kVectors; ++k) hn::StoreU(best[k], d, out + i + k * kBytes);
  }
}

template <class D>
HWY_INLINE hn::Vec<D> raised(D d, const std::int8_t* out, RowSource source, std::size_t i) {
  const auto w = hn::LoadU(d, source.row + i);
  return hn::Max(hn::LoadU(d, out + i), worth(d, w, source.captured, source.handout));
}

// Raises at least one vector's worth of values. The last vector overlaps the one before, which is
// harmless: raising twice equals raising once. It is loaded before anything is stored, because the
// load would otherwise have to wait for the stores.
template <class D>
HWY_INLINE void raise_by(D d, std::int8_t* out, RowSource source, std::size_t n) {
  const std::size_t last = n - hn::Lanes(d);
  const auto end = raised(d, out, source, last);
  for (std::size_t i = 0; i < last; i += hn::Lanes(d)) {
    hn::StoreU(raised(d, out, source, i), d, out + i);
  }
  hn::StoreU(end, d, out + last);
}

inline void raise(std::int8_t* out, RowSource source, std::size_t n) {
  if (n >= hn::Lanes(Wide())) return raise_by(Wide(), out, source, n);
  if (n >= hn::Lanes(Narrow())) return raise_by(Narrow(), out, source, n);
  if (n >= hn::Lanes(Short())) return raise_by(Short(), out, source, n);
  const WorthOfOne worth_of_one(source);
  for (std::size_t i = 0; i < n; ++i) worth_of_one.raise(out[i], source.row[i]);
}

#if HWY_TARGET == HWY_SCALAR

inline void raise_patch(std::int8_t* out, RowSource source, const Patch& patch) {
  const WorthOfOne worth_of_one(source);
  for (std::size_t i = 0; i < 64; ++i) {
    if (patch.targets[i] == kNoTarget) continue;
    worth_of_one.raise(out[patch.start + i], source.row[patch.source + patch.targets[i]]);
  }
}

#else

// Looks up bytes of a row by their numbers from 0 to 63; 0 for kNoTarget. Four tables of 16 bytes
// are tried in turn. A number outside the table (16 is subtracted for each next one) gets its high
// bit set, and TableLookupBytesOr0 returns 0 for it.
template <class D, class U = hn::RebindToUnsigned<D>>
HWY_INLINE hn::Vec<D> permuted(D d, const std::int8_t* row, hn::Vec<U> number) {
  const U unsigned_d;
  hn::Vec<D> found = hn::Zero(d);
  for (int table = 0; table < 4; ++table) {
    const auto place = hn::SaturatedAdd(number, hn::Set(unsigned_d, 0x70));
    const auto bytes = hn::LoadDup128(d, row + 16 * table);
    found = hn::Or(found, hn::TableLookupBytesOr0(bytes, hn::BitCast(d, place)));
    number = hn::Sub(number, hn::Set(unsigned_d, 16));
  }
  return found;
}

inline void raise_patch(std::int8_t* out, RowSource source, const Patch& patch) {
  const Wide d;
  const hn::RebindToUnsigned<Wide> numbers;
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
    std::int8_t* const place = out + patch.start + i;
    const auto targets = hn::LoadU(numbers, patch.targets.data() + i);
    const auto value =
        worth(d, permuted(d, source.row + patch.source, targets), source.captured, source.handout);
    const auto none = hn::Lt(hn::BitCast(d, targets), hn::Zero(d));
    const auto before = hn::LoadU(d, place);
    hn::StoreU(hn::IfThenElse(none, before, hn::Max(before, value)), d, place);
  }
}

#endif

void raise_columns(std::int8_t* out, RowSource source, const ColumnLinks& links) {
  for (const Segment& segment : links.straight) {
    raise(out + segment.start, {source.row + segment.source, source.captured, source.handout},
          segment.length);
  }
  for (const Patch& patch : links.patches) raise_patch(out, source, patch);
  const WorthOfOne worth_of_one(source);
  for (std::size_t i = 0; i < links.strays; ++i) {
    worth_of_one.raise(out[links.stray_columns[i]], source.row[links.stray_targets[i]]);
  }
}

constexpr Kernels kTable{std::string_view(HWY_STR(HWY_NAMESPACE)).substr(2), raise_to_best, raise,
                         raise_columns};

}  // namespace
}  // namespace pipo::HWY_NAMESPACE

template <>
inline constexpr const pipo::Kernels* pipo::kTableFor<pipo::Kernels, HWY_TARGET> =
    &pipo::HWY_NAMESPACE::kTable;
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pipo {

const std::vector<const Kernels*>& available_kernels() {
  static const auto available = tables_for_processor<Kernels>();
  return available;
}

}  // namespace pipo
#endif
