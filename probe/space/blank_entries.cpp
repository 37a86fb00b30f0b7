#include "probe/space/blank_entries.hpp"

#include <algorithm>

#include "probe/base/count_bits.hpp"
#include "probe/codec/blank.hpp"

namespace pipo {
namespace {

// Bounds below and above every possible balance, which is a sum over at most 60 edges.
constexpr std::int8_t kAlways = -128;
constexpr std::int8_t kNever = 127;

// Returns for each configuration of a group the number of the kept one: itself or its mirror image.
// The kept ones are numbered with those that are their own image last.
std::vector<std::uint32_t> numbers_of_rows(const HalfIndex& half, const KeptGroup& kept,
                                           BorderState border, int drawn) {
  const std::vector<HalfConfiguration> list = half.list(border, drawn);
  std::vector<std::uint32_t> numbers(list.size());
  std::uint32_t next = 0;
  for (const bool own_image : {false, true}) {
    for (std::uint32_t row = 0; row < list.size(); ++row) {
      const HalfConfiguration image = half.mirror(list[row]);
      if (!kept.kept(row) || (image == list[row]) != own_image) continue;
      numbers[row] = numbers[half.number(border, image)] = next++;
    }
  }
  return numbers;
}

}  // namespace

BlankEntries::BlankEntries(const StateSpace& space, const KeptRows& kept, Thinning thinning)
    : space_(&space), kept_(&kept), thinning_(thinning) {
  if (thinning != Thinning::rows) number_rows();
  if (thinning == Thinning::square) find_shares();
}

void BlankEntries::number_rows() {
  const HalfIndex& half = space_->half(Side::lower);
  orders_.resize(std::size_t{1} << space_->cut().columns());
  for (const SeamState seam : space_->representatives()) {
    const BorderState border = space_->cut().border(seam, Side::lower);
    if (!triangle({seam, 0, 0}) || !orders_[border].empty()) continue;
    for (int drawn = 0; drawn <= half.maximum_drawn(); ++drawn) {
      orders_[border].push_back(
          numbers_of_rows(half, kept_->group({seam, drawn, drawn}), border, drawn));
    }
  }
}

void BlankEntries::find_shares() {
  diagonal_ = Diagonal::of(space_->cut());
  for (const Side side : {Side::lower, Side::upper}) {
    auto& by_line = shares_[static_cast<std::size_t>(side)];
    by_line.resize(std::size_t{1} << space_->cut().columns());
    for (BorderState border = 0; border < by_line.size(); ++border) {
      for (int drawn = 0; drawn <= space_->half(side).maximum_drawn(); ++drawn) {
        by_line[border].push_back(shares_of(side, border, drawn));
      }
    }
  }
}

BlankEntries::Shares BlankEntries::shares_of(Side side, BorderState border, int drawn) const {
  Shares shares;
  for (const HalfConfiguration half : space_->half(side).list(border, drawn)) {
    const bool lower = side == Side::lower;
    const Parts parts{.seam = 0, .lower = lower ? half : 0, .upper = lower ? 0 : half};
    const Share share = share_of(parts);
    const auto known = std::find(shares.classes.begin(), shares.classes.end(), share);
    shares.of.push_back(static_cast<std::uint16_t>(known - shares.classes.begin()));
    if (known == shares.classes.end()) shares.classes.push_back(share);
    shares.balance.push_back(static_cast<std::int8_t>(diagonal_->balance(parts)));
  }
  return shares;
}

BlankEntries::Share BlankEntries::share_of(const Parts& parts) const {
  const Parts image = (*diagonal_)(parts);
  return {image.seam, count_bits(image.lower)};
}

// Returns the least balance of row and column together for which the image comes first.
std::int8_t BlankEntries::least_balance(const SectionKey& key, const Share& row,
                                        const Share& column) const {
  const Share seam = share_of({.seam = key.seam, .lower = 0, .upper = 0});
  const SeamState image = row.seam | column.seam | seam.seam;
  const int layer = key.layer();
  const int lower = row.lower + column.lower + seam.lower;
  const CanonicalSection canonical = space_->canonical(
      {space_->cut().merge_seam(image), lower, layer - count_bits(image) - lower});
  const auto order = order_in_diagonal(canonical.key, key);
  if (order != 0) return order < 0 ? kAlways : kNever;
  const int of_seam = diagonal_->balance({.seam = key.seam, .lower = 0, .upper = 0});
  return static_cast<std::int8_t>(1 - of_seam);
}

BlankEntries::Section BlankEntries::section(const SectionKey& key) const {
  Section section;
  if (triangle(key)) section.orders_ = orders(key);
  if (!diagonal_) return section;
  section.rows_ = &shares(Side::lower, key);
  section.columns_ = &shares(Side::upper, key);
  for (const Share& row : section.rows_->classes) {
    for (const Share& column : section.columns_->classes) {
      section.least_balance_.push_back(least_balance(key, row, column));
    }
  }
  return section;
}

bool BlankEntries::operator()(const SectionKey& key, std::uint32_t row,
                              std::uint32_t column) const {
  if (triangle(key) && orders(key)[column] < orders(key)[row]) return true;
  if (!diagonal_) return false;
  const Shares& rows = shares(Side::lower, key);
  const Shares& columns = shares(Side::upper, key);
  return rows.balance[row] + columns.balance[column] >=
         least_balance(key, rows.classes[rows.of[row]], columns.classes[columns.of[column]]);
}

bool BlankEntries::Section::has_diagonal_twin(std::uint32_t row, std::uint32_t column) const {
  if (rows_ == nullptr) return false;
  return rows_->balance[row] + columns_->balance[column] >=
         least_balance_[rows_->of[row] * columns_->classes.size() + columns_->of[column]];
}

void BlankEntries::Section::mark(std::uint32_t row, std::uint32_t first_column,
                                 std::span<std::int8_t> values) const {
  if (!orders_.empty()) {
    const std::uint32_t* const orders = orders_.data() + first_column;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = orders[i] < orders_[row] ? kBlank : values[i];
    }
  }
  if (rows_ == nullptr) return;
  const std::int8_t* const least =
      least_balance_.data() + rows_->of[row] * columns_->classes.size();
  const std::uint16_t* const classes = columns_->of.data() + first_column;
  const std::int8_t* const balance = columns_->balance.data() + first_column;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = rows_->balance[row] + balance[i] >= least[classes[i]] ? kBlank : values[i];
  }
}

}  // namespace pipo
