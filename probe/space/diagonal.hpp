// The image of a square board in one of its diagonals. It does not respect the cut: it mixes the
// rows and columns of sections, so the sweep has no use for it; files may leave out what it
// repeats.
#pragma once

#include <optional>

#include "probe/base/count_bits.hpp"
#include "probe/space/parts_map.hpp"

namespace pipo {

class Diagonal {
 public:
  // The diagonal in which the start is its own image; none on boards that are not square, and for
  // starts that have no such diagonal.
  static std::optional<Diagonal> of(const Cut& cut);

  // The image of a position that is taken apart; the image of the image is the position again.
  Parts operator()(const Parts& parts) const { return map_(map_.packed(parts)); }

  // Drawn horizontals less drawn verticals, outer edges not counted. The image's is the negative,
  // and merging outer edges and the mirror images of the cut leave it as it is.
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
