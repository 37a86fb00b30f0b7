#include "pipo/game/best_play.hpp"

#include <algorithm>

#include "probe/base/steady_seconds.hpp"

namespace pipo {

BestPlay best_play(const GivenGame& given, const Solver& solver, bool with_alternatives) {
  Position position = given.game.position();
  SolverOptions left = solver.options();
  const double end = steady_seconds() + left.seconds;
  BestPlay play{given, 0, solver.line(position), {}};
  if (!play.line.empty()) play.value = play.line.front().value;
  if (!with_alternatives) return play;
  for (const LineMove& move : play.line) {
    if (solver.options().seconds > 0) left.seconds = std::max(end - steady_seconds(), 1e-9);
    play.best.push_back(solver.solve(position, left).answer.best);
    position.drawn |= EdgeSet{1} << move.edge;
  }
  return play;
}

}  // namespace pipo
