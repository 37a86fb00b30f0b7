#include "probe/space/parts_map.hpp"

#include <bit>

namespace pipo {

int PartsMap::bit(const Cut& cut, int turned_edge) {
  const int lower_bits = cut.half_shape(Side::lower).bits();
  const Parts parts = cut.split(EdgeSet{1} << turned_edge);
  if (parts.lower != 0) return std::countr_zero(parts.lower);
  if (parts.upper != 0) return lower_bits + std::countr_zero(parts.upper);
  const int upper_bits = cut.half_shape(Side::upper).bits();
  return lower_bits + upper_bits + std::countr_zero(parts.seam);
}

}  // namespace pipo
