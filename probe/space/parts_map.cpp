#include "probe/space/parts_map.hpp"

#include <bit>

namespace pipo {

int PartsMap::bit(const Cut& cut, int turned_edge) {
  const int half_bits = cut.half_shape(Side::lower).bits();
  const Parts parts = cut.split(EdgeSet{1} << turned_edge);
  if (parts.lower != 0) return std::countr_zero(parts.lower);
  if (parts.upper != 0) return half_bits + std::countr_zero(parts.upper);
  return 2 * half_bits + std::countr_zero(parts.seam);
}

}  // namespace pipo
