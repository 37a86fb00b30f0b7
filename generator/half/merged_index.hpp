// The numbering of a half's configurations in which interchangeable ones share a number (identity
// D).
//
// Two configurations with the same number of drawn edges, under the same state of the border, are
// interchangeable if no play tells them apart:
//
// - for each open edge of the border, drawing it makes both halves settle alike;
// - for each open edge inside one of them, there is one inside the other such that drawing these
//   makes both halves settle alike, and vice versa.
//
// Alike means: as many edges drawn and boxes completed, the same further edges of the border drawn
// in return, and interchangeable configurations left. The half settles alone. (Settling the whole
// board goes back and forth between its parts, which meet only at the borders, so both positions
// settle alike as a whole, too.)
//
// So V(c with any seam and upper half) is the same for interchangeable c: by induction on the open
// edges, both positions have moves of the same worth (identity B). Examples are two positions of a
// chain inside the half that differ only in where the chain lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "probe/base/count_bits.hpp"
#include "probe/base/poll.hpp"
#include "probe/space/half_index.hpp"

namespace pipo {

// The classes of interchangeable configurations of a group.
struct GroupClasses {
  std::vector<std::uint32_t> class_of;   // [number in a HalfIndex]: the number of its class
  std::vector<HalfConfiguration> first;  // [class]: its first configuration, ascending
  std::uint32_t self_mirrored = 0;       // classes that are their own left-right image
};

// Lists the first configuration of each class, and gives all of a class its number. Tables on disk
// are never numbered this way.
class MergedIndex : public HalfIndex {
 public:
  // Takes about a microsecond of a processor for each configuration, and 4 bytes of memory. Uses
  // the current threads.
  explicit MergedIndex(const HalfShape& shape, const Poll& poll = {});

  std::uint64_t bytes() const override;
  std::uint64_t size(BorderState border, int drawn) const override {
    return classes(border, drawn).first.size();
  }
  std::uint64_t self_mirrored_size(BorderState border, int drawn) const override {
    return classes(border, drawn).self_mirrored;
  }
  std::uint32_t number(BorderState border, HalfConfiguration configuration) const override {
    return classes(border, count_bits(configuration))
        .class_of[HalfIndex::number(border, configuration)];
  }
  HalfConfiguration configuration(BorderState border, int drawn,
                                  std::uint32_t number) const override {
    return classes(border, drawn).first[number];
  }
  std::vector<HalfConfiguration> list(BorderState border, int drawn) const override {
    return classes(border, drawn).first;
  }

 private:
  const GroupClasses& classes(BorderState border, int drawn) const {
    return classes_[border][static_cast<std::size_t>(drawn)];
  }

  std::vector<std::vector<GroupClasses>> classes_;  // [border][drawn]
};

}  // namespace pipo
