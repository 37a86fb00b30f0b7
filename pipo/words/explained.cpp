#include "pipo/words/explained.hpp"

#include "pipopipette/error.hpp"
#include "probe/board/settle.hpp"

namespace pipo {
namespace {

// The margin for the player to move who draws these edges one after the other and goes on as well
// as possible. Only the last one may capture nothing.
int margin_of(const Tables& tables, Position position, const std::vector<int>& moves) {
  int captured = 0;
  bool moves_again = true;
  for (const int edge : moves) {
    const int boxes = completed_boxes(position.board, position.drawn, edge);
    moves_again = boxes > 0;
    captured += boxes;
    position.drawn |= EdgeSet{1} << edge;
  }
  const int rest = tables.value(position);
  return captured + (moves_again ? rest : -rest);
}

Exact exact_values(const endgame::Explanation& theory, const Tables& tables) {
  Exact exact{tables.answer(theory.position), {}};
  for (const endgame::Advice& advice : theory.advice) {
    Position from = theory.position;
    if (advice.after_taking) from.drawn = theory.settled.quiet;
    const int taken = advice.after_taking ? theory.settled.captured : 0;
    exact.margins.push_back(taken + margin_of(tables, from, advice.moves));
  }
  return exact;
}

}  // namespace

Explained explained(const Position& position, const Tables& tables) {
  Explained result{endgame::explain(position), {}, false};
  try {
    result.exact = exact_values(result.theory, tables);
  } catch (const DamagedTable&) {
    result.damaged = true;
  } catch (const MissingTable&) {
    // The theory needs none.
  }
  return result;
}

}  // namespace pipo
