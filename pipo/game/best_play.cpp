#include "pipo/game/best_play.hpp"

#include <optional>
#include <utility>

#include "probe/table/best_line.hpp"

namespace pipo {

BestPlay best_play(const GivenGame& given, SharedTime time, bool with_alternatives) {
  std::optional<Solution> first;
  std::vector<std::vector<int>> best;
  std::vector<LineMove> line = best_line(given.game.position(), [&](const Position& now) {
    Solution solution = time.solve(now);
    if (!first) first = solution;
    if (with_alternatives && now.open() != 0) best.push_back(solution.answer.best);
    return std::move(solution.answer);
  });
  return {given, first->answer.value, first->way, std::move(line), std::move(best)};
}

}  // namespace pipo
