#include "probe/board/outer.hpp"

#include <bit>

#include "probe/board/incidence.hpp"

namespace pipo {
namespace {

void append(std::vector<int>& list, EdgeSet edges) {
  for (; edges != 0; edges &= edges - 1) list.push_back(std::countr_zero(edges));
}

}  // namespace

OuterGroups outer_groups(const Board& board, EdgeSet start) {
  const Incidence& table = incidence(board);
  OuterGroups groups;
  for (BoxSet boxes = table.grouped; boxes != 0; boxes &= boxes - 1) {
    const EdgeSet group = table.sides[std::countr_zero(boxes)] & table.outer;
    auto& list = groups.emplace_back();
    append(list, group & start);
    append(list, group & ~start);
  }
  return groups;
}

}  // namespace pipo
