// The image of a square board in one of its diagonals. It does not respect the cut, since it mixes
// the rows and columns of sections. The sweep therefore cannot use it, but files may leave out the
// entries that it repeats.
#pragma once

#include <optional>

#include "probe/base/count_bits.hpp"
#include "probe/space/parts_map.hpp"

namespace pipo {

class Diagonal {
 public:
  // Returns the diagonal in which the start is its own image. Returns nothing if the board is not
  // square or there is no such diagonal.
  static std::optional<Diagonal> of(const Cut& cut);

  // Returns the image of a position. The image of the image is the position itself.
  Parts operator()(const Parts& parts) const { return map_(map_.packed(parts)); }

  // Returns the number of drawn horizontals minus that of drawn verticals, without outer edges. The
  // diagonal image has the negative balance. Merging outer edges and the mirror images of the cut
  // keep it.
  int balance(const Parts& parts) const {
    const EdgeSet packed = map_.packed(parts);
    return count_bits(packed & horizontals_) - count_bits(packed & verticals_);
  }

 private:
  Diagonal(const PartsMap& map, EdgeSet horizontals, EdgeSet verticals)
      : map_(map), horizontals_(horizontals), verticals_(verticals) {}

  PartsMap map_;
  EdgeSet horizontals_;  // packed like parts, without outer edges
  EdgeSet verticals_;
};

}  // namespace pipo
