// The twins under the diagonal of square boards.
//
// A position and its image in the diagonal (diagonal.hpp) have the same value. The value is stored
// for the position whose section comes first. If neither section does, it is stored for the
// position that has fewer drawn horizontals than verticals, without outer edges. If these numbers
// are equal it is stored for both. The section of the image depends only on a few bits of the row,
// the column and the seam.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "probe/space/diagonal.hpp"
#include "probe/space/state_space.hpp"

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

class DiagonalEntries {
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
  // `space` must outlive this and have a Diagonal.
  explicit DiagonalEntries(const StateSpace& space);

  // Returns whether the image of this entry has the value.
  bool operator()(const SectionKey& key, std::uint32_t row, std::uint32_t column) const;

  // The same for one canonical section; faster for many entries.
  class Section {
   public:
    bool operator()(std::uint32_t row, std::uint32_t column) const;

    // Replaces the entries of a row, from `first_column` on, by kDontCare if their images have the
    // value.
    void mark(std::uint32_t row, std::uint32_t first_column, std::span<std::int8_t> values) const;

   private:
    friend class DiagonalEntries;
    // The shares of rows and columns, and the least balance of row and column together for which
    // the image comes first, at [row class * column classes + column class].
    const Shares* rows_ = nullptr;
    const Shares* columns_ = nullptr;
    std::vector<std::int8_t> least_balance_;
  };
  Section section(const SectionKey& key) const;

 private:
  Shares shares_of(Side side, BorderState border, int drawn) const;
  Share share_of(const Parts& parts) const;
  std::int8_t least_balance(const SectionKey& key, const Share& row, const Share& column) const;
  const Shares& shares(Side side, const SectionKey& key) const {
    return shares_[static_cast<std::size_t>(side)][space_->cut().border(key.seam, side)]
                  [static_cast<std::size_t>(side == Side::lower ? key.lower : key.upper)];
  }

  const StateSpace* space_;
  Diagonal diagonal_;
  std::vector<std::vector<Shares>> shares_[2];  // [side][border][drawn]
};

}  // namespace pipo
