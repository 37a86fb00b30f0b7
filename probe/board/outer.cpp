#include "probe/board/outer.hpp"

#include <bit>

#include "probe/board/incidence.hpp"

namespace pipo {
namespace {

void append(std::vector<int>& list, EdgeSet edges) {
  for (; edges != 0; edges &= edges - 1) list.push_back(std::countr_zero(edges));
}

}  // namespace

std::vector<std::vector<int>> outer_groups(const Board& board, EdgeSet start) {
  const Incidence& table = incidence(board);
  std::vector<std::vector<int>> groups;
  for (BoxSet boxes = table.grouped; boxes != 0; boxes &= boxes - 1) {
    const EdgeSet group = table.sides[std::countr_zero(boxes)] & table.outer;
    auto& list = groups.emplace_back();
    append(list, group & start);
    append(list, group & ~start);
  }
  return groups;
}

// On the way of every probe, hence without building the groups.
EdgeSet merge_outer(const Board& board, EdgeSet drawn, EdgeSet start) {
  const Incidence& table = incidence(board);
  EdgeSet result = drawn;
  for (BoxSet boxes = table.grouped; boxes != 0; boxes &= boxes - 1) {
    EdgeSet places = table.sides[std::countr_zero(boxes)] & table.outer & ~start;
    EdgeSet taken = places & drawn;
    result &= ~places;
    for (; taken != 0; taken &= taken - 1, places &= places - 1) result |= places & -places;
  }
  return result;
}

}  // namespace pipo
