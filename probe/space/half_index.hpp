// The numbering of a half's configurations.
//
// A half is r rows of n boxes without the n edges it shares with the seam (its *border*). A
// configuration is the set of drawn edges of the half. It is listed under a state L of the border
// if no box of the half has exactly three sides drawn and its outer edges are merged (identity C).
// The list of a border is grouped by the number of drawn edges. A group is in numeric order of the
// configurations' bits, in which the row of boxes next to the border has the highest bits.
//
// This order makes a configuration's number cheap to compute and moves contiguous. The row next to
// the border determines how the half reacts to the border, and the rows behind it are numbered by
// the same tables, one row further out. A number is therefore the sum of r table entries, and
// nothing is enumerated.
//
// Tables on disk are numbered by this index. A sweep in memory may use an index that derives from
// it (generator/half/merged_index.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "probe/board/outer.hpp"

namespace pipo {

// The drawn edges of a half. Row i of boxes (0 is the outermost) has 2n + 1 bits, beginning with
// bit i * (2n + 1): its n + 1 verticals from the left, then the n horizontals on the far side of
// the row.
using HalfConfiguration = std::uint64_t;

// The drawn edges of a border. Bit j is the edge above or below column j of boxes.
using BorderState = std::uint32_t;

// The shape of a half, and the edges that are drawn in the start position.
struct HalfShape {
  int columns = 1;               // n >= 1
  int rows = 0;                  // r >= 0
  HalfConfiguration start = 0;   // every configuration contains these
  BorderState border_start = 0;  // every state of the border contains these

  int row_bits() const { return 2 * columns + 1; }
  int bits() const { return rows * row_bits(); }

  friend bool operator==(const HalfShape&, const HalfShape&) = default;
};

class HalfIndex {
 public:
  explicit HalfIndex(const HalfShape& shape);
  virtual ~HalfIndex() = default;

  const HalfShape& shape() const { return shape_; }
  int maximum_drawn() const { return shape_.bits(); }

  // Return the memory, in bytes, of the large tables of an index with this shape, and of this one.
  static std::uint64_t bytes(const HalfShape& shape);
  virtual std::uint64_t bytes() const { return bytes(shape_); }

  // Returns the number of configurations with `drawn` edges listed under a border, 0 <= drawn <=
  // maximum_drawn().
  virtual std::uint64_t size(BorderState border, int drawn) const {
    return shape_.rows == 0 ? (drawn == 0 && border_allowed(border))
                            : levels_.back().count[border][drawn];
  }

  // Returns the number of those that are their own left-right image, or 0 if the border is not its
  // own image.
  virtual std::uint64_t self_mirrored_size(BorderState border, int drawn) const {
    return shape_.rows == 0 ? size(border, drawn) : levels_.back().self_mirrored[border][drawn];
  }

  // Returns the number of all configurations listed under a border.
  std::uint64_t size(BorderState border) const;

  // Returns the number of a listed configuration within its group.
  virtual std::uint32_t number(BorderState border, HalfConfiguration configuration) const;

  // True if the configuration is listed under the border: quiet, merged, and containing the start.
  bool contains(BorderState border, HalfConfiguration configuration) const;

  // Returns the configuration with this number in a group, number < size(border, drawn). It is the
  // inverse of number().
  virtual HalfConfiguration configuration(BorderState border, int drawn,
                                          std::uint32_t number) const;

  // Returns the configurations of a group in order.
  virtual std::vector<HalfConfiguration> list(BorderState border, int drawn) const;

  // Returns the configuration with the same numbers of drawn outer edges (identity C).
  HalfConfiguration merge_outer(HalfConfiguration configuration) const;

  // Returns the left-right mirror image, merged. The start must be its own mirror image.
  HalfConfiguration mirror(HalfConfiguration configuration) const;

 private:
  // The rows 0..i, seen from the border next to row i.
  struct Level {
    // [border][symbol]: whether row i may have these bits next to this border, and a list of those
    // that it may have.
    std::vector<std::vector<std::uint8_t>> valid;
    std::vector<std::vector<std::uint32_t>> allowed;
    // [border][k]: number of configurations of rows 0..i with k drawn edges.
    std::vector<std::vector<std::uint64_t>> count;
    // [border][k]: number of those that are their own left-right image.
    std::vector<std::vector<std::uint64_t>> self_mirrored;
    // [border * (maximum k + 1) + k][symbol]: number of configurations in the group before the
    // first with this symbol.
    std::vector<std::vector<std::uint32_t>> before;
    int maximum = 0;
  };

  bool border_allowed(BorderState border) const {
    return (border & shape_.border_start) == shape_.border_start;
  }
  std::uint32_t symbol(HalfConfiguration configuration, int row) const {
    return static_cast<std::uint32_t>(configuration >> (row * shape_.row_bits())) & symbol_mask_;
  }
  BorderState far_border(std::uint32_t symbol) const { return symbol >> (shape_.columns + 1); }
  bool symbol_allowed(int row, BorderState border, std::uint32_t symbol) const;
  std::uint32_t merge_symbol(int row, std::uint32_t symbol) const {
    return merged(symbol, groups_[row]);
  }
  std::uint32_t mirror_symbol(int row, std::uint32_t symbol) const;
  void build_level(int row);
  void count_group(int row, BorderState border, int drawn, Level& level) const;
  void fill(int row, BorderState border, int drawn, HalfConfiguration so_far,
            std::vector<HalfConfiguration>& out) const;

  HalfShape shape_;
  std::uint32_t symbol_mask_ = 0;
  std::vector<OuterGroups> groups_;  // by row, as bits of its symbol
  std::vector<Level> levels_;
};

// Mirrors the bits of a border, or of a row's horizontals, left to right.
BorderState mirror_border(BorderState border, int columns);

}  // namespace pipo
