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
      : half_bits_(cut.half_shape(Side::lower).bits()), map_(targets) {}

  // Returns the bit of an edge of the turned board.
  static int bit(const Cut& cut, int turned_edge);

  Parts operator()(EdgeSet edges) const {
    const EdgeSet packed = map_(edges);
    const EdgeSet half_mask = (EdgeSet{1} << half_bits_) - 1;
    return {.seam = static_cast<SeamState>(packed >> (2 * half_bits_)),
            .lower = static_cast<HalfConfiguration>(packed & half_mask),
            .upper = static_cast<HalfConfiguration>(packed >> half_bits_ & half_mask)};
  }

  EdgeSet packed(const Parts& parts) const {
    return EdgeSet{parts.lower} | EdgeSet{parts.upper} << half_bits_ |
           EdgeSet{parts.seam} << (2 * half_bits_);
  }

 private:
  int half_bits_;
  EdgeMap map_;
};

}  // namespace pipo
