// Builds the captured components of identity (A) one by one. settle() does not need them.
#include <bit>

#include "probe/base/count_bits.hpp"
#include "probe/board/incidence.hpp"
#include "probe/board/settle.hpp"

namespace pipo {
namespace {

template <typename Visit>
void for_each_bit(std::uint64_t set, Visit visit) {
  for (; set != 0; set &= set - 1) visit(std::countr_zero(set));
}

// Grows a component from one box along the edges drawn while settling, over captured boxes only.
CapturedComponent component_of(const Incidence& table, EdgeSet settled, BoxSet captured, int box) {
  CapturedComponent component;
  BoxSet frontier = BoxSet{1} << box;
  while (frontier != 0) {
    const int at = std::countr_zero(frontier);
    component.boxes |= BoxSet{1} << at;
    component.edges |= table.sides[at] & settled;
    for_each_bit(table.sides[at] & settled,
                 [&](int edge) { frontier |= BoxSet{1} << (table.across[edge] ^ at); });
    frontier &= captured & ~component.boxes;
  }
  return component;
}

// Returns the edges of a component that have one of its boxes on both sides.
EdgeSet inner_edges(const Incidence& table, const CapturedComponent& component) {
  EdgeSet inner = 0;
  for_each_bit(component.edges, [&](int edge) {
    const auto [first, second] = table.boxes[edge];
    if ((component.boxes >> first & 1) && (component.boxes >> second & 1))
      inner |= EdgeSet{1} << edge;
  });
  return inner;
}

// A path of four boxes has a middle edge whose two boxes each have another inner edge. Those edges
// lead to different boxes, since a component is a tree.
bool has_path_of_4(const Incidence& table, EdgeSet inner) {
  bool found = false;
  for_each_bit(inner, [&](int edge) {
    const auto [first, second] = table.boxes[edge];
    found |=
        count_bits(table.sides[first] & inner) >= 2 && count_bits(table.sides[second] & inner) >= 2;
  });
  return found;
}

}  // namespace

std::vector<CapturedComponent> captured_components(const Board& board, EdgeSet drawn) {
  const Incidence& table = incidence(board);
  const EdgeSet settled = settle(board, drawn).quiet & ~drawn;
  const EdgeSet open = board.all() & ~drawn;
  BoxSet captured = 0;
  for (int box = 0; box < board.boxes(); ++box) {
    const EdgeSet before = table.sides[box] & open;
    if (before != 0 && (before & ~settled) == 0) captured |= BoxSet{1} << box;
  }
  std::vector<CapturedComponent> components;
  while (captured != 0) {
    auto component = component_of(table, settled, captured, std::countr_zero(captured));
    const EdgeSet inner = inner_edges(table, component);
    component.open_ended = inner != component.edges;
    component.has_path_of_4 = has_path_of_4(table, inner);
    captured &= ~component.boxes;
    components.push_back(component);
  }
  return components;
}

}  // namespace pipo
