// The blank entries of a section's stored rows. The file has no value for them, since a twin entry
// has the same value.
//
// Triangles: if the seam is its own image both ways and a = b, the four positions (c, u), (mirror
// u, mirror c) and so on have the same value. Of two rows that are each other's mirror images one
// is kept. Number the kept rows, with those that are their own image last. Entry (c, u) is blank if
// u, or its image, has a lower number than c.
//
// Squares: a position and its image in the diagonal (diagonal.hpp) have the same value. The value
// is stored for the position whose section comes first. If neither section does, it is stored for
// the position that has fewer drawn horizontals than verticals, without outer edges. If these
// numbers are equal it is stored for both. The section of the image depends only on a few bits of
// the row, the column and the seam.
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

// Orders the canonical sections of two positions of a layer that are each other's image in the
// diagonal; the value is stored in the lesser section. The order must not depend on which half is
// the lower one. If a seam is its own image only under a half turn, a position has images in two
// canonical sections, (seam, a, b) and (seam, b, a).
inline std::strong_ordering order_in_diagonal(const SectionKey& one, const SectionKey& other) {
  // The greater seam comes first. With more of the seam drawn the halves depend less on each other,
  // which makes the files a tenth smaller.
  if (one.seam != other.seam) return other.seam <=> one.seam;
  return std::min(one.lower, one.upper) <=> std::min(other.lower, other.upper);
}

class BlankEntries {
  // The contribution of a configuration to the image in the diagonal: edges of the image's seam,
  // and the number of edges of its lower half.
  struct Share {
    SeamState seam = 0;
    int lower = 0;

    friend bool operator==(const Share&, const Share&) = default;
  };
  // The shares that occur in a group of configurations, and for each configuration the index of its
  // share and its balance.
  struct Shares {
    std::vector<Share> classes;
    std::vector<std::uint16_t> of;
    std::vector<std::int8_t> balance;
  };

 public:
  // `space` and `kept` must outlive this. Thinning::square requires a space with a Diagonal.
  BlankEntries(const StateSpace& space, const KeptRows& kept, Thinning thinning);

  // True if entries of this section may be blank.
  bool some(const SectionKey& key) const { return diagonal_ || triangle(key); }

  // True if this entry is blank. Rows and columns are numbered as in the full matrix.
  bool operator()(const SectionKey& key, std::uint32_t row, std::uint32_t column) const;

  // True if a triangle of this section is blank.
  bool triangle(const SectionKey& key) const {
    return thinning_ != Thinning::rows && space_->drops_rows(key.seam) && space_->symmetric(key);
  }

  // The blank entries of one canonical section; faster for many queries.
  class Section {
   public:
    bool operator()(std::uint32_t row, std::uint32_t column) const {
      return in_triangle(row, column) || has_diagonal_twin(row, column);
    }

    // Return whether the entry is blank as part of a triangle, or because its diagonal image has
    // the value.
    bool in_triangle(std::uint32_t row, std::uint32_t column) const {
      return !orders_.empty() && orders_[column] < orders_[row];
    }
    bool has_diagonal_twin(std::uint32_t row, std::uint32_t column) const;

    // Replaces the blank entries among the values of a row, from `first_column` on, by kBlank.
    void mark(std::uint32_t row, std::uint32_t first_column, std::span<std::int8_t> values) const;

   private:
    friend class BlankEntries;
    // For triangles: the numbers of the rows, which are also those of the columns.
    std::span<const std::uint32_t> orders_;
    // For squares: the shares of rows and columns, and the least balance of row and column together
    // for which the image comes first, at [row class * column classes + column class].
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
  std::optional<Diagonal> diagonal_;                             // for Thinning::square only
  std::vector<std::vector<std::vector<std::uint32_t>>> orders_;  // [border][drawn][number]
  std::vector<std::vector<Shares>> shares_[2];                   // [side][border][drawn]
};

}  // namespace pipo
