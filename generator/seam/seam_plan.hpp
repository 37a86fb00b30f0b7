// The moves through the seam: what drawing each open seam edge leads to, for every seam and every
// pair of reactions of the two halves.
//
// Plans are made for an *orientation*: which half gives the rows. A source section is stored in one
// orientation only, so each move is made in the orientation in which its source can be read by
// rows, and exactly once.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "generator/half/half_table.hpp"
#include "generator/seam/column_map.hpp"
#include "probe/base/poll.hpp"
#include "probe/space/state_space.hpp"

namespace pipo {

// Which half gives the rows of a matrix: the lower one, as sections are stored, or the upper one.
enum class Orientation : int { lower_rows = 0, upper_rows = 1 };

constexpr Side row_side(Orientation orientation) {
  return orientation == Orientation::lower_rows ? Side::lower : Side::upper;
}
constexpr Side column_side(Orientation orientation) {
  return orientation == Orientation::lower_rows ? Side::upper : Side::lower;
}

// Columns in a chunk of a column map. In the orientation in which sections are stored, whole rows
// are processed, or parts of rows; in the other one, strips.
constexpr std::uint32_t kLowerChunkColumns = 1 << 14;
constexpr std::uint32_t kUpperChunkColumns = 512;
constexpr std::uint32_t chunk_columns(Orientation orientation, std::uint32_t part_size) {
  return orientation == Orientation::lower_rows ? std::min(kLowerChunkColumns, part_size)
                                                : std::min(kUpperChunkColumns, part_size);
}

// The source of the rows of one class, for the columns in a column map.
//
// On 2x2, seam 00 (both edges open), rows that return nothing have three outcomes. The left edge
// leads to seam 10 for columns that return nothing either (drawn 1). The right edge leads to 01,
// which is stored as its mirror image 10 (drawn 1, mirror). Either edge leads to 11 for columns
// that return the other one (drawn 2).
struct Outcome {
  SeamState target = 0;       // a representative
  BorderState row_newly = 0;  // border edges the row's half has to react to
  std::int8_t captured = 0;   // boxes of the seam itself
  std::uint8_t drawn = 0;     // edges of the seam, including the move
  bool mirror = false;        // the source is read through a left-right mirror image
  bool folded = false;        // the target is stored in one orientation only, depending on the
                              // edges drawn
  const ColumnMap* columns = nullptr;
};

// The outcomes of a seam in one orientation, by class of the row's member.
using SeamPlan = std::vector<std::vector<Outcome>>;

class SeamPlans {
 public:
  // `poll` may throw.
  SeamPlans(const StateSpace& space, const HalfTable& lower, const HalfTable& upper,
            const Poll& poll = {});

  const SeamPlan& plan(SeamState representative, Orientation orientation) const {
    return plans_[static_cast<int>(orientation)][representative];
  }

  std::uint64_t bytes() const;

 private:
  // Column maps by orientation.
  std::array<std::map<ColumnMapKey, std::unique_ptr<ColumnMap>>, 2> maps_;
  std::array<std::vector<SeamPlan>, 2> plans_;
};

}  // namespace pipo
