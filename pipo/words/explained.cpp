#include "pipo/words/explained.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <utility>

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

struct Valued {
  endgame::Advice advice;
  int margin = 0;
};

// An advice with the margin of who follows it; where it is for one move out of several that differ,
// one for each margin.
void add_valued(const endgame::Explanation& theory, const Tables& tables,
                const endgame::Advice& advice, std::vector<Valued>& valued) {
  Position from = theory.position;
  if (advice.after_taking) from.drawn = theory.settled.quiet;
  const int taken = advice.after_taking ? theory.settled.captured : 0;
  if (advice.moves.size() != 1 || advice.edges == 0) {
    valued.push_back({advice, taken + margin_of(tables, from, advice.moves)});
    return;
  }
  std::map<int, EdgeSet, std::greater<>> by_margin;
  for (EdgeSet edges = advice.edges; edges != 0; edges &= edges - 1) {
    const int margin = taken + margin_of(tables, from, {std::countr_zero(edges)});
    by_margin[margin] |= edges & -edges;
  }
  for (const auto& [margin, edges] : by_margin) {
    Valued one{advice, margin};
    one.advice.edges = edges;
    if ((edges >> advice.moves.front() & 1) == 0) one.advice.moves = {std::countr_zero(edges)};
    valued.push_back(std::move(one));
  }
}

// The theory's advice, judged: by margin, and before what is to be done after taking all.
Exact exact_values(endgame::Explanation& theory, const Tables& tables) {
  Exact exact{tables.answer(theory.position), {}};
  std::vector<Valued> valued;
  for (const endgame::Advice& advice : theory.advice) add_valued(theory, tables, advice, valued);
  std::ranges::stable_sort(valued, [](const Valued& a, const Valued& b) {
    return std::pair(a.advice.after_taking, -a.margin) <
           std::pair(b.advice.after_taking, -b.margin);
  });
  theory.advice.clear();
  for (Valued& one : valued) {
    one.advice.best = one.margin == exact.answer.value;
    theory.advice.push_back(std::move(one.advice));
    exact.margins.push_back(one.margin);
  }
  return exact;
}

}  // namespace

std::optional<int> Explained::value() const {
  if (exact) return exact->answer.value;
  return theory.margin ? std::optional(theory.margin->value) : std::nullopt;
}

Explained explained(const Position& position, const Tables& tables, const Standing& standing) {
  Explained result{endgame::explain(position), {}, false, standing};
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
