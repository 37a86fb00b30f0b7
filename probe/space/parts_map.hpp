// A renumbering of edges that splits positions into the parts of a cut board fast.
#pragma once

#include <span>

#include "probe/board/edge_map.hpp"
#include "probe/space/cut.hpp"

namespace pipo {

// Maps sets of edges to parts. Parts are packed into one number: the bits of the lower half, then
// of the upper half, then of the seam.
class PartsMap {
 public:
  // Edge i becomes bit targets[i] of such a number.
  PartsMap(const Cut& cut, std::span<const int> targets)
      : lower_bits_(cut.half_shape(Side::lower).bits()),
        upper_bits_(cut.half_shape(Side::upper).bits()),
        map_(targets) {}

  // Returns the bit of an edge of the turned board.
  static int bit(const Cut& cut, int turned_edge);

  Parts operator()(EdgeSet edges) const {
    const EdgeSet packed = map_(edges);
    return {.seam = static_cast<SeamState>(packed >> (lower_bits_ + upper_bits_)),
            .lower = packed & ((EdgeSet{1} << lower_bits_) - 1),
            .upper = packed >> lower_bits_ & ((EdgeSet{1} << upper_bits_) - 1)};
  }

  EdgeSet packed(const Parts& parts) const {
    return parts.lower | parts.upper << lower_bits_ |
           EdgeSet{parts.seam} << (lower_bits_ + upper_bits_);
  }

 private:
  int lower_bits_;
  int upper_bits_;
  EdgeMap map_;
};

}  // namespace pipo
