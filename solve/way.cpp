#include "solve/way.hpp"

#include <array>

#include "probe/board/settle.hpp"

namespace pipo {

std::string_view word(Way way) {
  constexpr std::array kWords = {"table", "sweep", "search"};
  return kWords.at(static_cast<std::size_t>(way));
}

int open_when_settled(const Position& position) {
  return position.board.edges() - settle(position).quiet.size();
}

}  // namespace pipo
