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

#if HWY_TARGET != HWY_SCALAR
// Returns the index for TableLookupBytesOr0 that finds the bytes 0 to 15 of a table, and 0 for
// every other number: those get their high bit set. x86 ignores the bits 4 to 6 of an index, all
// other instruction sets find 0 if one of them is set.
template <class U>
HWY_INLINE hn::Vec<U> table_index(U d, hn::Vec<U> number) {
  const auto index = hn::SaturatedAdd(number, hn::Set(d, 0x70));
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
  return index;
#else
  return hn::Xor(index, hn::Set(d, 0x70));
#endif
}
#endif

// Dots-and-Boxes: an entry is the worth of the best move so far.
struct Margins {
  static constexpr std::int8_t kIdentity = kNoValue;
  static constexpr bool uses(std::int8_t) { return true; }

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V with_move(D d, V before, V w, std::int8_t captured, std::int8_t handout) {
    return hn::Max(before, worth(d, w, captured, handout));
  }

  // The same for single values. Without a handout, declining gets a bonus that never pays.
  struct One {
    explicit One(RowSource source)
        : captured(source.captured),
          bonus((source.handout == 0 ? 100 : source.handout) - captured) {}
    void add(std::int8_t& out, std::int8_t w) const {
      const int taken = -captured - w;
      const int declined = w + bonus;
      const int value = declined < taken ? declined : taken;
      out = static_cast<std::int8_t>(value > out ? value : out);
    }
    int captured;
    int bonus;
  };
};

// Nimstring: an entry is the set of the nim-values of the moves so far, bit v for kFirst + v. Loony
// moves, those with a handout, have no nim-value.
template <std::int8_t kFirst>
struct Options {
  static constexpr std::int8_t kIdentity = 0;
  static constexpr bool uses(std::int8_t handout) { return handout == 0; }

  template <class D, class V = hn::Vec<D>>
  static HWY_INLINE V with_move(D d, V before, V w, std::int8_t, std::int8_t) {
#if HWY_TARGET == HWY_SCALAR
    return hn::Or(before, hn::Set(d, bit(hn::GetLane(w))));
#else
    const hn::RebindToUnsigned<D> numbers;
    alignas(16) static constexpr std::int8_t kBits[16] = {1, 2, 4, 8, 16, 32, 64, -128};
    const auto number = hn::BitCast(numbers, hn::Sub(w, hn::Set(d, kFirst)));
    const auto place = hn::BitCast(d, table_index(numbers, number));
    return hn::Or(before, hn::TableLookupBytesOr0(hn::LoadDup128(d, kBits), place));
#endif
  }

  struct One {
    explicit One(RowSource) {}
    void add(std::int8_t& out, std::int8_t w) const {
      out = static_cast<std::int8_t>(out | bit(w));
    }
  };

  static std::int8_t bit(std::int8_t w) {
    const bool listed = w >= kFirst && w < kFirst + kOptionsASet;
    return static_cast<std::int8_t>(listed ? 1U << (w - kFirst) : 0);
  }
};

// 64 values at a time, in one vector, two or four.
template <class Game>
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
        best[k] = Game::with_move(d, best[k], w, source.captured, handout);
      }
    };
    for (std::size_t k = 0; k < kVectors; ++k) best[k] = hn::LoadU(d, out + i + k * kBytes);
    for (const RowSource* source = sources; source != plain_end; ++source) raise_best(*source, 0);
    if constexpr (Game::uses(4)) {
      for (const RowSource* source = plain_end; source != end; ++source) {
        raise_best(*source, source->handout);
      }
    }
    for (std::size_t k = 0; k < kVectors; ++k) hn::StoreU(best[k], d, out + i + k * kBytes);
  }
}

template <class Game, class D>
HWY_INLINE hn::Vec<D> raised(D d, const std::int8_t* out, RowSource source, std::size_t i) {
  const auto w = hn::LoadU(d, source.row + i);
  return Game::with_move(d, hn::LoadU(d, out + i), w, source.captured, source.handout);
}

// Raises at least one vector's worth of values. The last vector overlaps the previous one, which is
// harmless: raising twice equals raising once. It is loaded before anything is stored, because the
// load would otherwise have to wait for the stores.
template <class Game, class D>
HWY_INLINE void raise_by(D d, std::int8_t* out, RowSource source, std::size_t n) {
  const std::size_t last = n - hn::Lanes(d);
  const auto end = raised<Game>(d, out, source, last);
  for (std::size_t i = 0; i < last; i += hn::Lanes(d)) {
    hn::StoreU(raised<Game>(d, out, source, i), d, out + i);
  }
  hn::StoreU(end, d, out + last);
}

template <class Game>
inline void raise(std::int8_t* out, RowSource source, std::size_t n) {
  if (!Game::uses(source.handout)) return;
  if (n >= hn::Lanes(Wide())) return raise_by<Game>(Wide(), out, source, n);
  if (n >= hn::Lanes(Narrow())) return raise_by<Game>(Narrow(), out, source, n);
  if (n >= hn::Lanes(Short())) return raise_by<Game>(Short(), out, source, n);
  const typename Game::One one(source);
  for (std::size_t i = 0; i < n; ++i) one.add(out[i], source.row[i]);
}

#if HWY_TARGET == HWY_SCALAR

template <class Game>
inline void raise_patch(std::int8_t* out, RowSource source, const Patch& patch) {
  const typename Game::One one(source);
  for (std::size_t i = 0; i < 64; ++i) {
    if (patch.targets[i] == kNoTarget) continue;
    one.add(out[patch.start + i], source.row[patch.source + patch.targets[i]]);
  }
}

#else

// Looks up bytes of a row by their numbers from 0 to 63; 0 for kNoTarget. Four tables of 16 bytes
// are tried in turn; 16 is subtracted from the numbers for each next one.
template <class D, class U = hn::RebindToUnsigned<D>>
HWY_INLINE hn::Vec<D> permuted(D d, const std::int8_t* row, hn::Vec<U> number) {
  const U unsigned_d;
  hn::Vec<D> found = hn::Zero(d);
  for (int table = 0; table < 4; ++table) {
    const auto index = hn::BitCast(d, table_index(unsigned_d, number));
    found = hn::Or(found, hn::TableLookupBytesOr0(hn::LoadDup128(d, row + 16 * table), index));
    number = hn::Sub(number, hn::Set(unsigned_d, 16));
  }
  return found;
}

template <class Game>
inline void raise_patch(std::int8_t* out, RowSource source, const Patch& patch) {
  const Wide d;
  const hn::RebindToUnsigned<Wide> numbers;
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
    std::int8_t* const place = out + patch.start + i;
    const auto targets = hn::LoadU(numbers, patch.targets.data() + i);
    const auto none = hn::Lt(hn::BitCast(d, targets), hn::Zero(d));
    const auto before = hn::LoadU(d, place);
    const auto after = Game::with_move(d, before, permuted(d, source.row + patch.source, targets),
                                       source.captured, source.handout);
    hn::StoreU(hn::IfThenElse(none, before, after), d, place);
  }
}

#endif

template <class Game>
void raise_columns(std::int8_t* out, RowSource source, const ColumnLinks& links) {
  if (!Game::uses(source.handout)) return;
  for (const Segment& segment : links.straight) {
    raise<Game>(out + segment.start, {source.row + segment.source, source.captured, source.handout},
                segment.length);
  }
  for (const Patch& patch : links.patches) raise_patch<Game>(out, source, patch);
  const typename Game::One one(source);
  for (std::size_t i = 0; i < links.strays; ++i) {
    one.add(out[links.stray_columns[i]], source.row[links.stray_targets[i]]);
  }
}

// The least number outside the set v is the number of ones at the end of v. The lowest zero of v,
// as a number, is z = ~v & (v + 1); z - 1 has as many ones, kOptionsASet if there is no zero.
bool finish_options(std::int8_t* entries, std::size_t n) {
  const Wide d;
  const hn::RebindToUnsigned<Wide> sets;
  const std::size_t lanes = hn::Lanes(d);
  bool full = false;
  auto most = hn::Zero(d);
  for (std::size_t i = 0; i < n; i += lanes) {
    const auto set = hn::BitCast(sets, hn::LoadU(d, entries + i));
    const auto one = hn::Set(sets, 1);
    const auto zero = hn::AndNot(set, hn::Add(set, one));
    const auto least = hn::BitCast(d, hn::PopulationCount(hn::Sub(zero, one)));
    if (i + lanes > n) {  // the bytes after the last entry do not count
      alignas(64) std::int8_t last[hn::MaxLanes(d)];
      hn::Store(least, d, last);
      for (std::size_t k = 0; i + k < n; ++k) {
        entries[i + k] = last[k];
        full |= last[k] == kOptionsASet;
      }
      break;
    }
    most = hn::Max(most, least);
    hn::StoreU(least, d, entries + i);
  }
  return full || !hn::AllFalse(d, hn::Eq(most, hn::Set(d, kOptionsASet)));
}

template <class Game>
constexpr GameKernels kKernelsOf{Game::kIdentity, raise_to_best<Game>, raise<Game>,
                                 raise_columns<Game>};

constexpr Kernels kTable{std::string_view(HWY_STR(HWY_NAMESPACE)).substr(2),
                         kKernelsOf<Margins>,
                         {kKernelsOf<Options<0>>, kKernelsOf<Options<kOptionsASet>>},
                         finish_options};

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
