#include "probe/space/diagonal_entries.hpp"

#include "probe/base/count_bits.hpp"
#include "probe/codec/dont_care.hpp"

namespace pipo {
namespace {

// Bounds below and above every possible balance, which is a sum over at most 60 edges.
constexpr std::int8_t kAlways = -128;
constexpr std::int8_t kNever = 127;

}  // namespace

DiagonalEntries::DiagonalEntries(const StateSpace& space)
    : space_(&space), diagonal_(Diagonal::of(space.cut()).value()) {
  for (const Side side : {Side::lower, Side::upper}) {
    auto& by_border = shares_[static_cast<std::size_t>(side)];
    by_border.resize(std::size_t{1} << space.cut().columns());
    for (BorderState border = 0; border < by_border.size(); ++border) {
      for (int drawn = 0; drawn <= space.half(side).maximum_drawn(); ++drawn) {
        by_border[border].push_back(shares_of(side, border, drawn));
      }
    }
  }
}

DiagonalEntries::Shares DiagonalEntries::shares_of(Side side, BorderState border, int drawn) const {
  Shares shares;
  for (const HalfConfiguration half : space_->half(side).list(border, drawn)) {
    const bool lower = side == Side::lower;
    const Parts parts{.seam = 0, .lower = lower ? half : 0, .upper = lower ? 0 : half};
    const Share share = share_of(parts);
    const auto known = std::find(shares.classes.begin(), shares.classes.end(), share);
    shares.of.push_back(static_cast<std::uint16_t>(known - shares.classes.begin()));
    if (known == shares.classes.end()) shares.classes.push_back(share);
    shares.balance.push_back(static_cast<std::int8_t>(diagonal_.balance(parts)));
  }
  return shares;
}

DiagonalEntries::Share DiagonalEntries::share_of(const Parts& parts) const {
  const Parts image = diagonal_(parts);
  return {image.seam, count_bits(image.lower)};
}

// Returns the least balance of row and column together for which the image comes first.
std::int8_t DiagonalEntries::least_balance(const SectionKey& key, const Share& row,
                                           const Share& column) const {
  const Share seam = share_of({.seam = key.seam, .lower = 0, .upper = 0});
  const SeamState image = row.seam | column.seam | seam.seam;
  const int layer = key.layer();
  const int lower = row.lower + column.lower + seam.lower;
  const CanonicalSection canonical = space_->canonical(
      {space_->cut().merge_seam(image), lower, layer - count_bits(image) - lower});
  const auto order = order_in_diagonal(canonical.key, key);
  if (order != 0) return order < 0 ? kAlways : kNever;
  const int of_seam = diagonal_.balance({.seam = key.seam, .lower = 0, .upper = 0});
  return static_cast<std::int8_t>(1 - of_seam);
}

DiagonalEntries::Section DiagonalEntries::section(const SectionKey& key) const {
  Section section;
  section.rows_ = &shares(Side::lower, key);
  section.columns_ = &shares(Side::upper, key);
  for (const Share& row : section.rows_->classes) {
    for (const Share& column : section.columns_->classes) {
      section.least_balance_.push_back(least_balance(key, row, column));
    }
  }
  return section;
}

bool DiagonalEntries::operator()(const SectionKey& key, std::uint32_t row,
                                 std::uint32_t column) const {
  const Shares& rows = shares(Side::lower, key);
  const Shares& columns = shares(Side::upper, key);
  return rows.balance[row] + columns.balance[column] >=
         least_balance(key, rows.classes[rows.of[row]], columns.classes[columns.of[column]]);
}

bool DiagonalEntries::Section::operator()(std::uint32_t row, std::uint32_t column) const {
  return rows_->balance[row] + columns_->balance[column] >=
         least_balance_[rows_->of[row] * columns_->classes.size() + columns_->of[column]];
}

void DiagonalEntries::Section::mark(std::uint32_t row, std::uint32_t first_column,
                                    std::span<std::int8_t> values) const {
  const std::int8_t* const least =
      least_balance_.data() + rows_->of[row] * columns_->classes.size();
  const std::uint16_t* const classes = columns_->of.data() + first_column;
  const std::int8_t* const balance = columns_->balance.data() + first_column;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = rows_->balance[row] + balance[i] >= least[classes[i]] ? kDontCare : values[i];
  }
}

}  // namespace pipo
