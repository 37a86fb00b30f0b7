// Part of kernels.cpp: the functions of frequency_kernels.hpp. It is read once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace pipo::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Without vectors the scalar loops at the end of each function do all the work.
#if HWY_TARGET != HWY_SCALAR

using Wide = hn::CappedTag<std::uint8_t, 32>;
using Narrow = hn::CappedTag<std::uint8_t, 16>;

// Replaces each byte of `index`, which must be below 16, by that entry of the list.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V look_up(D d, const std::array<std::uint8_t, 16>& list, V index) {
  return hn::TableLookupBytes(hn::LoadDup128(d, list.data()), index);
}

// Writes the places of the true lanes, counted from `first`. Returns their number.
template <class D>
HWY_INLINE std::size_t note_places(D d, hn::Mask<D> mask, std::size_t first,
                                   std::uint16_t* places) {
  std::uint64_t bits = 0;
  hn::StoreMaskBits(d, mask, reinterpret_cast<std::uint8_t*>(&bits));
  std::size_t found = 0;
  for (; bits != 0; bits &= bits - 1) {
    places[found++] = static_cast<std::uint16_t>(first + hwy::Num0BitsBelowLS1Bit_Nonzero64(bits));
  }
  return found;
}

// Encodes whole vectors from place i on, and moves i to the first remaining place.
template <class D>
HWY_INLINE std::size_t codes_by(D d, const std::uint8_t* values, const std::uint8_t* reference,
                                const FrequencyTable& table, std::size_t length, std::byte* packed,
                                std::uint16_t* escapes, std::size_t& i) {
  const hn::Repartition<std::uint16_t, D> d16;
  const hn::Repartition<std::uint32_t, D> d32;
  const hn::Rebind<std::uint8_t, decltype(d32)> packed_d;
  const auto all_escapes = hn::Set(d, kEscape);
  std::size_t found = 0;
  for (; i + hn::Lanes(d) <= length; i += hn::Lanes(d)) {
    const auto value = hn::LoadU(d, values + i);
    const auto below = hn::LoadU(d, reference + i);
    auto code = all_escapes;
    // At most one rank fits; it lowers the code from kEscape to the rank.
    for (std::uint8_t rank = 0; rank < kEscape; ++rank) {
      const auto fits = hn::Eq(value, look_up(d, table.by_rank[rank], below));
      const auto less = hn::Set(d, static_cast<std::uint8_t>(kEscape - rank));
      code = hn::Sub(code, hn::IfThenElseZero(fits, less));
    }
    // Packs pairs of codes into four bits, and pairs of these into eight.
    const auto bytes = hn::BitCast(d16, code);
    const auto pairs = hn::BitCast(d32, hn::Or(bytes, hn::ShiftRight<6>(bytes)));
    const auto fours = hn::Or(pairs, hn::ShiftRight<12>(pairs));
    hn::StoreU(hn::TruncateTo(packed_d, fours), packed_d,
               reinterpret_cast<std::uint8_t*>(packed) + i / kCodesPerByte);
    found += note_places(d, hn::Eq(code, all_escapes), i, escapes + found);
  }
  return found;
}

template <class D>
HWY_INLINE std::size_t values_by(D d, const std::byte* packed, const std::uint8_t* reference,
                                 const FrequencyTable& table, std::size_t length,
                                 std::uint8_t* values, std::uint16_t* escapes, std::size_t& i) {
  const hn::Repartition<std::uint32_t, D> d32;
  const hn::Rebind<std::uint8_t, decltype(d32)> packed_d;
  // Copies each packed byte four times, and tests in each copy the two bits of its place.
  alignas(16) static constexpr std::uint8_t kSpread[16] = {0, 0, 0, 0, 4,  4,  4,  4,
                                                           8, 8, 8, 8, 12, 12, 12, 12};
  const auto spread = hn::LoadDup128(d, kSpread);
  const auto low_bit = hn::BitCast(d, hn::Set(d32, 0x40100401));
  const auto high_bit = hn::BitCast(d, hn::Set(d32, 0x80200802));
  std::size_t found = 0;
  for (; i + hn::Lanes(d) <= length; i += hn::Lanes(d)) {
    const auto bytes =
        hn::LoadU(packed_d, reinterpret_cast<const std::uint8_t*>(packed) + i / kCodesPerByte);
    const auto copies = hn::TableLookupBytes(hn::BitCast(d, hn::PromoteTo(d32, bytes)), spread);
    const auto low = hn::TestBit(copies, low_bit);
    const auto high = hn::TestBit(copies, high_bit);
    const auto below = hn::LoadU(d, reference + i);
    const auto first = hn::IfThenElse(low, look_up(d, table.by_rank[1], below),
                                      look_up(d, table.by_rank[0], below));
    const auto value = hn::IfThenElse(high, look_up(d, table.by_rank[2], below), first);
    hn::StoreU(value, d, values + i);
    found += note_places(d, hn::And(low, high), i, escapes + found);
  }
  return found;
}

#endif

std::size_t codes_of_line(const std::uint8_t* values, const std::uint8_t* reference,
                          const FrequencyTable& table, std::size_t length, std::byte* packed,
                          std::uint16_t* escapes) {
  std::size_t found = 0;
  std::size_t from = 0;
#if HWY_TARGET != HWY_SCALAR
  found += codes_by(Wide(), values, reference, table, length, packed, escapes, from);
  found += codes_by(Narrow(), values, reference, table, length, packed, escapes + found, from);
#endif
  for (; from < length; from += kCodesPerByte) {
    const std::size_t end = from + kCodesPerByte < length ? from + kCodesPerByte : length;
    unsigned byte = 0;
    for (std::size_t i = from; i < end; ++i) {
      const auto& ranked = table.value[reference[i]];
      const std::uint8_t value = values[i];
      const unsigned code = value == ranked[0]   ? 0
                            : value == ranked[1] ? 1
                            : value == ranked[2] ? 2
                                                 : kEscape;
      byte |= code << (2 * (i - from));
      escapes[found] = static_cast<std::uint16_t>(i);
      found += code == kEscape;
    }
    packed[from / kCodesPerByte] = static_cast<std::byte>(byte);
  }
  return found;
}

std::size_t values_of_line(const std::byte* packed, const std::uint8_t* reference,
                           const FrequencyTable& table, std::size_t length, std::uint8_t* values,
                           std::uint16_t* escapes) {
  std::size_t found = 0;
  std::size_t from = 0;
#if HWY_TARGET != HWY_SCALAR
  found += values_by(Wide(), packed, reference, table, length, values, escapes, from);
  found += values_by(Narrow(), packed, reference, table, length, values, escapes + found, from);
#endif
  for (; from < length; ++from) {
    const auto byte = static_cast<unsigned>(packed[from / kCodesPerByte]);
    const unsigned code = byte >> (from % kCodesPerByte * 2) & 3;
    values[from] = table.value[reference[from]][code];
    escapes[found] = static_cast<std::uint16_t>(from);
    found += code == kEscape;
  }
  return found;
}

// Returns the number of codes kEscape among the first `length`.
HWY_INLINE std::uint32_t escapes_in(const std::byte* packed, std::size_t length) {
  std::uint32_t found = 0;
  std::size_t from = 0;
#if HWY_TARGET != HWY_SCALAR
  const Wide d;
  const hn::Repartition<std::uint64_t, Wide> d64;
  const auto low_bits = hn::Set(d64, 0x5555'5555'5555'5555);
  const std::size_t step = hn::Lanes(d) * kCodesPerByte;
  auto sums = hn::Zero(d64);
  for (; from + step <= length; from += step) {
    const auto codes = hn::BitCast(
        d64, hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(packed) + from / kCodesPerByte));
    const auto escapes = hn::And(hn::And(codes, hn::ShiftRight<1>(codes)), low_bits);
    sums = hn::Add(sums, hn::PopulationCount(escapes));
  }
  found += static_cast<std::uint32_t>(hn::GetLane(hn::SumOfLanes(d64, sums)));
#endif
  for (; from < length; from += kCodesPerByte) {
    auto byte = static_cast<unsigned>(packed[from / kCodesPerByte]);
    if (length - from < kCodesPerByte) byte &= (1U << (2 * (length - from))) - 1;
    const unsigned escapes = byte & byte >> 1 & 0x55;
    const unsigned pairs = (escapes & 0x11) + (escapes >> 2 & 0x11);
    found += (pairs + (pairs >> 4)) & 7;
  }
  return found;
}

std::uint32_t count_escapes(const std::byte* lines, std::size_t count, std::size_t length,
                            std::uint16_t* before) {
  const std::size_t line_bytes = (length + kCodesPerByte - 1) / kCodesPerByte;
  std::uint32_t found = 0;
  for (std::size_t line = 0; line < count; ++line) {
    before[line] = static_cast<std::uint16_t>(found);
    found += escapes_in(lines + line * line_bytes, length);
  }
  return found;
}

constexpr FrequencyKernels kFrequencyKernels{std::string_view(HWY_STR(HWY_NAMESPACE)).substr(2),
                                             codes_of_line, values_of_line, count_escapes};

}  // namespace
}  // namespace pipo::HWY_NAMESPACE

template <>
inline constexpr const pipo::FrequencyKernels* pipo::kTableFor<pipo::FrequencyKernels, HWY_TARGET> =
    &pipo::HWY_NAMESPACE::kFrequencyKernels;
HWY_AFTER_NAMESPACE();
