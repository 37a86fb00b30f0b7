#include "pipopipette/position.hpp"

#include "probe/base/count_bits.hpp"

namespace pipo {

int Position::layer() const {
  return count_bits(drawn);
}

}  // namespace pipo
