#include "generator/seam/closure.hpp"

#include "probe/base/count_bits.hpp"

namespace pipo {
namespace {

SeamState settle_seam_boxes(const Cut& cut, SeamState seam) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const SeamState box : cut.seam_boxes()) {
      const SeamState open = box & ~seam;
      if (has_single_bit(open)) {
        seam |= open;
        changed = true;
      }
    }
  }
  return seam;
}

int complete_seam_boxes(const Cut& cut, SeamState seam) {
  int complete = 0;
  for (const SeamState box : cut.seam_boxes()) complete += (seam & box) == box;
  return complete;
}

}  // namespace

Closure close_over_seam(const Cut& cut, SeamState seam, SeamState edges, const Returned& lower,
                        const Returned& upper) {
  SeamState now = seam | edges;
  for (bool changed = true; changed;) {
    const SeamState before = now;
    now = settle_seam_boxes(cut, now);
    now |= cut.border_edges(lower[cut.border(now & ~seam, Side::lower)], Side::lower);
    now |= cut.border_edges(upper[cut.border(now & ~seam, Side::upper)], Side::upper);
    changed = now != before;
  }
  Closure closure;
  closure.lower_newly = cut.border(now & ~seam, Side::lower);
  closure.upper_newly = cut.border(now & ~seam, Side::upper);
  closure.seam = now;
  closure.drawn = static_cast<std::uint8_t>(count_bits(now & ~seam));
  closure.captured =
      static_cast<std::int8_t>(complete_seam_boxes(cut, now) - complete_seam_boxes(cut, seam));
  return closure;
}

}  // namespace pipo
