#include "solve/way.hpp"

#include "probe/base/count_bits.hpp"
#include "probe/board/settle.hpp"

namespace pipo {

std::string_view word(Way way) {
  switch (way) {
    case Way::table:
      return "table";
    case Way::sweep:
      return "sweep";
    default:
      return "search";
  }
}

int open_when_settled(const Position& position) {
  const EdgeSet quiet = settle(position.board, position.drawn).quiet;
  return position.board.edges() - count_bits(quiet);
}

}  // namespace pipo
