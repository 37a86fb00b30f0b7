// Part of kernels.cpp: the functions of transpose.hpp. It is read once per instruction set.

HWY_BEFORE_NAMESPACE();
namespace pipo::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Ways to write a value over an older one: instead of it, the larger of both, or the bits of both.
enum class Into : std::uint8_t { written, raised, united };

// Two ways to give the beginnings of a matrix's rows.
struct EvenlySpaced {
  const std::int8_t* operator()(std::size_t row) const { return first + row * stride; }
  const std::int8_t* first;
  std::size_t stride;
};
struct Listed {
  const std::int8_t* operator()(std::size_t row) const { return starts[row]; }
  const std::int8_t* const* starts;
};

#if HWY_TARGET != HWY_SCALAR

// Interleaves row i with row i + kSide / 2, for each i in the first half.
template <class D, class V, int kSide>
HWY_INLINE void interleave(D d, const V (&from)[kSide], V (&to)[kSide]) {
  for (int i = 0; i < kSide / 2; ++i) {
    to[2 * i] = hn::InterleaveLower(d, from[i], from[i + kSide / 2]);
    to[2 * i + 1] = hn::InterleaveUpper(d, from[i], from[i + kSide / 2]);
  }
}

// Transposes a square of 16 or 8 rows, held in as many registers, by interleaving them four or
// three times.
template <int kSide, Into kInto, class Rows>
HWY_INLINE void transpose_square(std::int8_t* out, std::size_t out_stride, Rows rows,
                                 std::size_t row, std::size_t column) {
  const hn::FixedTag<std::int8_t, kSide> d;
  hn::Vec<decltype(d)> square[kSide];
  hn::Vec<decltype(d)> other[kSide];
  HWY_UNROLL(16)
  for (int i = 0; i < kSide; ++i) square[i] = hn::LoadU(d, rows(row + i) + column);
  interleave(d, square, other);
  interleave(d, other, square);
  interleave(d, square, other);
  if (kSide == 16) interleave(d, other, square);
  out += column * out_stride + row;
  HWY_UNROLL(16)
  for (int i = 0; i < kSide; ++i) {
    const auto turned = kSide == 16 ? square[i] : other[i];
    std::int8_t* const place = out + i * out_stride;
    if constexpr (kInto == Into::written) {
      hn::StoreU(turned, d, place);
    } else if constexpr (kInto == Into::raised) {
      hn::StoreU(hn::Max(hn::LoadU(d, place), turned), d, place);
    } else {
      hn::StoreU(hn::Or(hn::LoadU(d, place), turned), d, place);
    }
  }
}

// Transposes a matrix with at least kSide rows and columns. The last squares overlap the previous
// ones. This is harmless, since writing or raising a value twice has the same effect as once.
template <int kSide, Into kInto, class Rows>
void transpose_squares(std::int8_t* out, std::size_t out_stride, Rows rows_at, std::size_t rows,
                       std::size_t columns) {
  for (std::size_t j = 0; j < columns; j += kSide) {
    const std::size_t column = j + kSide <= columns ? j : columns - kSide;
    for (std::size_t i = 0; i < rows; i += kSide) {
      const std::size_t row = i + kSide <= rows ? i : rows - kSide;
      transpose_square<kSide, kInto>(out, out_stride, rows_at, row, column);
    }
  }
}

#endif

template <Into kInto, class Rows>
void transpose_any(std::int8_t* out, std::size_t out_stride, Rows rows_at, std::size_t rows,
                   std::size_t columns) {
#if HWY_TARGET != HWY_SCALAR
  const std::size_t least = rows < columns ? rows : columns;
  if (least >= 16) return transpose_squares<16, kInto>(out, out_stride, rows_at, rows, columns);
  if (least >= 8) return transpose_squares<8, kInto>(out, out_stride, rows_at, rows, columns);
#endif
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int8_t* const values = rows_at(row);
    for (std::size_t column = 0; column < columns; ++column) {
      std::int8_t& place = out[column * out_stride + row];
      const std::int8_t before = place;
      place = values[column];
      if (kInto == Into::raised && before > place) place = before;
      if (kInto == Into::united) place = static_cast<std::int8_t>(place | before);
    }
  }
}

template <Into kInto>
void transpose_evenly_spaced(std::int8_t* out, std::size_t out_stride, const std::int8_t* in,
                             std::size_t in_stride, std::size_t rows, std::size_t columns) {
  transpose_any<kInto>(out, out_stride, EvenlySpaced{in, in_stride}, rows, columns);
}

void transpose_listed(std::int8_t* out, std::size_t out_stride, const std::int8_t* const* in,
                      std::size_t rows, std::size_t columns) {
  transpose_any<Into::written>(out, out_stride, Listed{in}, rows, columns);
}

constexpr Transposing kTransposing{
    std::string_view(HWY_STR(HWY_NAMESPACE)).substr(2), transpose_evenly_spaced<Into::written>,
    transpose_evenly_spaced<Into::raised>, transpose_evenly_spaced<Into::united>, transpose_listed};

}  // namespace
}  // namespace pipo::HWY_NAMESPACE

template <>
inline constexpr const pipo::Transposing* pipo::kTableFor<pipo::Transposing, HWY_TARGET> =
    &pipo::HWY_NAMESPACE::kTransposing;
HWY_AFTER_NAMESPACE();
