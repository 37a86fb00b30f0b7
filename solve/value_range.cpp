#include "solve/value_range.hpp"

#include <algorithm>

#include "probe/board/settle.hpp"

namespace pipo {
namespace {

int boxes_left(const Position& position) {
  int left = 0;
  for (int box = 0; box < position.board.boxes(); ++box) {
    left += (position.board.sides(box) & position.open()) != 0;
  }
  return left;
}

}  // namespace

ValueRange possible_values(const Position& position) {
  const Settlement settled = settle(position.board, position.drawn);
  const int left = boxes_left(position);
  const int rest = left - settled.captured;
  // The rest w is worth -rest at least, and -h - w instead of it is worth as much as -h / 2 or more
  // where w is less than that; w has the parity of the rest.
  int least = -rest;
  if (settled.handout != Handout::none) {
    least = std::max(least, -static_cast<int>(settled.handout) / 2 + (rest & 1));
  }
  return {settled.captured + least, left};
}

ValueRange worth_of_move(int captures, const ValueRange& after) {
  if (captures > 0) return {captures + after.lower, captures + after.upper};
  return {-after.upper, -after.lower};
}

ValueRange value_before_move(const Position& position, int captures, const ValueRange& worth) {
  ValueRange value = possible_values(position);
  value.lower = std::max(value.lower, worth.lower);
  const bool take_all =
      captures > 0 && settle(position.board, position.drawn).handout == Handout::none;
  if (take_all) value.upper = std::min(value.upper, worth.upper);
  return value;
}

}  // namespace pipo
