// Numbering the configurations of a half.
//
// A half is r rows of n boxes without the n edges it shares with the seam (its *border*). A
// configuration is the set of drawn edges of the half; it is listed under a state L of the border
// when no box of the half has exactly three sides drawn and its outer edges are merged (identity
// C). The list of a border is grouped by the number of drawn edges; inside a group configurations
// stand in numeric order of their bits, where the row of boxes next to the border has the highest
// ones.
//
// That order is what makes a configuration's number cheap to compute and moves contiguous: the row
// next to the border fixes how the half reacts to the border, and what lies behind it is numbered
// by the same tables one row further out. A number is therefore a sum of r table entries, and
// nothing is enumerated.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/board/outer.hpp"

namespace pipo {

// The drawn edges of a half. Row i of boxes (0 is the outermost) has 2n + 1 bits from bit i * (2n +
// 1) on: its n + 1 verticals from the left, then the n horizontals on the far side of the row.
using HalfConfiguration = std::uint32_t;

// The drawn edges of a border, bit j above or below box column j.
using BorderState = std::uint32_t;

// Shape of a half, and the edges that are drawn from the start.
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

  const HalfShape& shape() const { return shape_; }
  int maximum_drawn() const { return shape_.bits(); }

  // Memory that an index of this shape holds.
  static std::uint64_t bytes(const HalfShape& shape);

  // Configurations with k drawn edges listed under L; 0 where there are none. 0 <= k <=
  // maximum_drawn().
  std::uint64_t size(BorderState border, int drawn) const {
    return shape_.rows == 0 ? (drawn == 0 && border_allowed(border))
                            : levels_.back().count[border][drawn];
  }

  // Those among them that are their own left-right image; 0 unless L is its own.
  std::uint64_t self_mirrored_size(BorderState border, int drawn) const {
    return shape_.rows == 0 ? size(border, drawn) : levels_.back().self_mirrored[border][drawn];
  }

  // All configurations listed under L.
  std::uint64_t size(BorderState border) const;

  // The number of a listed configuration inside the group of its number of drawn edges.
  std::uint32_t number(BorderState border, HalfConfiguration configuration) const;

  // Is it listed under L? (Quiet, merged, and containing the start.)
  bool contains(BorderState border, HalfConfiguration configuration) const;

  // The configuration with a number of its group, number < size(border, drawn): the reverse of
  // number().
  HalfConfiguration configuration(BorderState border, int drawn, std::uint32_t number) const;

  // The configurations of a group in order.
  std::vector<HalfConfiguration> list(BorderState border, int drawn) const;

  // The representative with the same numbers of drawn outer edges (identity C).
  HalfConfiguration merge_outer(HalfConfiguration configuration) const;

  // The left-right mirror image, merged. Only meaningful where the start is its own mirror image.
  HalfConfiguration mirror(HalfConfiguration configuration) const;

 private:
  // Row i seen from the border below it.
  struct Level {
    // [border][symbol]: may the row hold these bits over this border?
    std::vector<std::vector<std::uint8_t>> valid;
    // [border][k]: configurations of rows 0..i with k drawn edges.
    std::vector<std::vector<std::uint64_t>> count;
    // The same, of those that are their own left-right image.
    std::vector<std::vector<std::uint64_t>> self_mirrored;
    // [border * (maximum k + 1) + k][symbol]: configurations in the group before the first with
    // this symbol.
    std::vector<std::vector<std::uint32_t>> before;
    int maximum = 0;
  };

  bool border_allowed(BorderState border) const {
    return (border & shape_.border_start) == shape_.border_start;
  }
  std::uint32_t symbol(HalfConfiguration configuration, int row) const {
    return (configuration >> (row * shape_.row_bits())) & symbol_mask_;
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

// The bits of a border or of a row's horizontals, left and right exchanged.
BorderState mirror_border(BorderState border, int columns);

}  // namespace pipo
