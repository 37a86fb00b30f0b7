// Which entries of a section's stored rows are blank: their file holds no value there, since a twin
// has it.
//
// A triangle: where the seam is its own image both ways, and a = b, the four positions (c, u),
// (mirror u, mirror c) and so on have one value. Of rows that are each other's mirror images one is
// kept; number the kept ones, those that are their own image last. Entry (c, u) is blank if u, or
// its image, has a lower number than c.
//
// A square: a position and its image in the diagonal (diagonal.hpp) have one value. The one whose
// section comes first has it; if neither's does, the one with fewer drawn horizontals than
// verticals; if it has as many, both. What section the image stands in follows from few bits of the
// row, the column and the seam.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "probe/space/diagonal.hpp"
#include "probe/space/kept_rows.hpp"
#include "probe/space/thinning.hpp"

namespace pipo {

// Which of two positions that are each other's image in the diagonal has the value, as far as their
// sections say; both are canonical, and of one layer. Which half is the lower one must not count:
// where a seam is its own image only when turned around, a position has an image in two canonical
// sections, (seam, a, b) and (seam, b, a).
inline std::strong_ordering order_in_diagonal(const SectionKey& one, const SectionKey& other) {
  // The greater seam: where more of it is drawn the halves have less to do with each other, and
  // the files are a tenth smaller.
  if (one.seam != other.seam) return other.seam <=> one.seam;
  return std::min(one.lower, one.upper) <=> std::min(other.lower, other.upper);
}

class BlankEntries {
  // What a configuration adds to the image in the diagonal: edges of its seam, and how many of its
  // lower half.
  struct Share {
    SeamState seam = 0;
    int lower = 0;

    friend bool operator==(const Share&, const Share&) = default;
  };
  // The shares that occur in a group of configurations, which of them each has, and its balance.
  struct Shares {
    std::vector<Share> classes;
    std::vector<std::uint16_t> of;
    std::vector<std::int8_t> balance;
  };

 public:
  // All must outlive this. Thinning::square is for spaces that have a Diagonal only.
  BlankEntries(const StateSpace& space, const KeptRows& kept, Thinning thinning);

  // May entries of this section be blank?
  bool some(const SectionKey& key) const { return diagonal_ || triangle(key); }

  // One entry, rows and columns numbered as in the matrix in full.
  bool operator()(const SectionKey& key, std::uint32_t row, std::uint32_t column) const;

  // Is it one of the sections of which a triangle is blank?
  bool triangle(const SectionKey& key) const {
    return thinning_ != Thinning::rows && space_->drops_rows(key.seam) && space_->symmetric(key);
  }

  // The entries of one canonical section, for those who ask for many.
  class Section {
   public:
    bool operator()(std::uint32_t row, std::uint32_t column) const {
      return in_triangle(row, column) || has_diagonal_twin(row, column);
    }

    // Is it blank for the first of the reasons above, or for the second?
    bool in_triangle(std::uint32_t row, std::uint32_t column) const {
      return !orders_.empty() && orders_[column] < orders_[row];
    }
    bool has_diagonal_twin(std::uint32_t row, std::uint32_t column) const;

    // Puts kBlank in place of the values that are: those of a row, from a column on.
    void mark(std::uint32_t row, std::uint32_t first_column, std::span<std::int8_t> values) const;

   private:
    friend class BlankEntries;
    // Of a triangle: the numbers of the rows, and of the columns.
    std::span<const std::uint32_t> orders_;
    // Of a square: what rows and columns have in common with others, and [row class * column
    // classes + column class]: from which balance on does the image come first?
    const Shares* rows_ = nullptr;
    const Shares* columns_ = nullptr;
    std::vector<std::int8_t> least_balance_;
  };
  Section section(const SectionKey& key) const;

 private:
  void number_rows();
  void find_shares();
  Shares shares_of(Side side, BorderState border, int drawn) const;
  Share share_of(const Parts& parts) const;
  std::int8_t least_balance(const SectionKey& key, const Share& row, const Share& column) const;
  std::span<const std::uint32_t> orders(const SectionKey& key) const {
    return orders_[space_->cut().border(key.seam, Side::lower)]
                  [static_cast<std::size_t>(key.lower)];
  }
  const Shares& shares(Side side, const SectionKey& key) const {
    return shares_[static_cast<std::size_t>(side)][space_->cut().border(key.seam, side)]
                  [static_cast<std::size_t>(side == Side::lower ? key.lower : key.upper)];
  }

  const StateSpace* space_;
  const KeptRows* kept_;
  Thinning thinning_;
  std::optional<Diagonal> diagonal_;                             // only of a square
  std::vector<std::vector<std::vector<std::uint32_t>>> orders_;  // [border][drawn][number]
  std::vector<std::vector<Shares>> shares_[2];                   // [side][border][drawn]
};

}  // namespace pipo
