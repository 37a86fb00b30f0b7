#include "pipo/game/best_play.hpp"

#include "solve/shared_time.hpp"

namespace pipo {

BestPlay best_play(const GivenGame& given, const Solver& solver, bool with_alternatives) {
  Position position = given.game.position();
  SharedTime time(solver, solver.options());
  BestPlay play{given, 0, solver.line(position), {}};
  if (!play.line.empty()) play.value = play.line.front().value;
  if (!with_alternatives) return play;
  for (const LineMove& move : play.line) {
    play.best.push_back(time.solve(position).answer.best);
    position.drawn |= EdgeSet{1} << move.edge;
  }
  return play;
}

}  // namespace pipo
