#include <fmt/core.h>

#include "pipo/game/best_play.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipo/words/solution_text.hpp"
#include "pipo/words/standing.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

std::string move_json(const BestPlay& play, std::size_t index) {
  const Board& board = play.given.game.board();
  const LineMove& move = play.line[index];
  std::string text = fmt::format(R"({{"edge":"{}","index":{},"captures":{},"value":{},"mover":{})",
                                 edge_name(board, move.edge), move.edge, move.captures, move.value,
                                 move.player == 0);
  if (!play.best.empty()) text += R"(,"best":)" + edges_json(board, play.best[index]);
  return text + '}';
}

}  // namespace

std::string best_play_json(const BestPlay& play) {
  const Position& position = play.given.game.position();
  std::string text = fmt::format(R"({{"position":"{}","layer":{},"value":{},"line":[)",
                                 to_string(position), position.layer(), play.value);
  for (std::size_t i = 0; i < play.line.size(); ++i) {
    if (i > 0) text += ',';
    text += move_json(play, i);
  }
  text += ']';
  append_standing_json(text, position, play.given.standing, play.value);
  text += "}\n";
  append_way(text, play.way);
  return text;
}

}  // namespace pipo
