#include "pipo/game/best_play.hpp"

namespace pipo {

BestPlay best_play(const GivenGame& given, const Tables& tables, bool with_alternatives) {
  Position position = given.game.position();
  BestPlay play{given, tables.value(position), tables.line(position), {}};
  if (!with_alternatives) return play;
  Answer answer;
  for (const LineMove& move : play.line) {
    tables.answer(position, answer);
    play.best.push_back(answer.best);
    position.drawn |= EdgeSet{1} << move.edge;
  }
  return play;
}

}  // namespace pipo
