#include "pipopipette/position.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"
#include "probe/base/count_bits.hpp"

namespace pipo {

int Position::layer() const {
  return count_bits(drawn);
}

void check_edges(const Board& board, EdgeSet drawn) {
  if ((drawn & ~board.all()) == 0) return;
  throw BadInput(fmt::format("{:#x}: edges beyond the {} of {} are drawn", drawn, board.edges(),
                             board.name()));
}

}  // namespace pipo
