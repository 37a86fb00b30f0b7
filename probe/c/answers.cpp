#include "probe/c/answers.hpp"

#include <algorithm>

namespace pipo {
namespace {

constexpr std::size_t kSizeWithComputed = offsetof(pipo_answer, computed) + sizeof(std::int32_t);

}  // namespace

void write_answer(const Answer& from, pipo_answer& to) {
  to.value = from.value;
  to.move_count = static_cast<std::int32_t>(from.moves.size());
  to.best = 0;
  for (const int edge : from.best) to.best |= EdgeSet{1} << edge;
  std::ranges::transform(from.moves, to.moves, [](const MoveValue& move) {
    return pipo_move{move.edge, move.captures, move.value, 0};
  });
  if (to.struct_size >= kSizeWithComputed) to.computed = from.computed ? 1 : 0;
}

std::size_t write_line(const std::vector<MoveValue>& from, pipo_move* to) {
  std::ranges::transform(from, to, [](const MoveValue& move) {
    return pipo_move{move.edge, move.captures, move.value, move.player};
  });
  return from.size();
}

}  // namespace pipo
