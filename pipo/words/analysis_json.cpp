#include <fmt/format.h>

#include "pipo/words/analysis.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

// Returns the members for a range: the value, null if unknown, and the bounds.
std::string range_json(std::string_view name, const Bounds& range) {
  const std::string value = range.exact() ? std::to_string(range.lower) : "null";
  return fmt::format(R"(,"{}":{},"{}_bounds":[{},{}])", name, value, name, range.lower,
                     range.upper);
}

template <typename Word>
std::string word_json(const std::optional<Word>& what) {
  return what ? fmt::format("\"{}\"", word(*what)) : "null";
}

std::string move_json(const AnalysedGame& game, std::size_t index) {
  const AnalysedMove& move = game.moves[index];
  const auto& score = index + 1 < game.moves.size() ? game.moves[index + 1].score : game.score;
  const Position position{game.board, move.drawn};
  std::string text =
      fmt::format(R"({{"move":{},"player":{},"edge":"{}","index":{},"captures":{},"score":[{},{}])",
                  index + 1, move.player + 1, edge_name(game.board, move.edge), move.edge,
                  move.captures, score[0], score[1]);
  text += fmt::format(R"(,"position":"{}","layer":{})", to_string(position), position.layer());
  text += range_json("value", move.before) + range_json("after", move.after);
  const auto lost = move.lost();
  return text + fmt::format(R"(,"lost":{},"best":{},"result":{},"result_after":{},"by":{}}})",
                            lost ? std::to_string(*lost) : "null",
                            move.way ? edges_json(game.board, move.best) : "null",
                            word_json(move.result_before()), word_json(move.result_after()),
                            word_json(move.way));
}

std::string lost_json(const AnalysedGame::Lost& lost) {
  return fmt::format(R"({{"boxes":{},"margin":{},"moves":{},"of_moves":{}}})", lost.margin / 2,
                     lost.margin, lost.moves, lost.of_moves);
}

std::string decision_json(const std::optional<Decision>& decision) {
  if (!decision) return "null";
  return fmt::format(R"({{"winner":{},"since":{},"by_move":{}}})",
                     decision->winner ? std::to_string(*decision->winner + 1) : "null",
                     decision->since, decision->by_move);
}

std::string stretches_json(const AnalysedGame& game) {
  std::string text = "[";
  for (const SolvedStretch& stretch : game.stretches) {
    if (text.size() > 1) text += ',';
    text += fmt::format(
        R"({{"by":"{}","first_layer":{},"last_layer":{},"looked_at":{},"seconds":{:.3f}}})",
        word(stretch.way), stretch.first, stretch.last, stretch.looked_at, stretch.seconds);
  }
  return text + ']';
}

// Returns the final score if the margin of player 1 is known.
std::string final_score_json(const AnalysedGame& game) {
  const Bounds margin = game.margin(static_cast<int>(game.moves.size()));
  if (!margin.exact()) return "null";
  const int boxes = game.board.boxes();
  return fmt::format("[{},{}]", (boxes + margin.lower) / 2, (boxes - margin.lower) / 2);
}

std::string summary_json(const AnalysedGame& game) {
  std::string text = fmt::format(
      R"("summary":{{"board":"{}","moves":{},"position":"{}","turn":{},"score":[{},{}])",
      game.board.name(), game.moves.size(), to_string(Position{game.board, game.drawn}),
      game.turn + 1, game.score[0], game.score[1]);
  text += range_json("value", game.value);
  const bool known = game.unknown <= static_cast<int>(game.moves.size());
  return text +
         fmt::format(
             R"(,"best":{},"final_score":{},"unknown":{},"lost":[{},{}],"decided":{},"solved":{},"ending":"{}"}})",
             known ? edges_json(game.board, game.best) : "null", final_score_json(game),
             game.unknown, lost_json(game.lost(0)), lost_json(game.lost(1)),
             decision_json(game.decision()), stretches_json(game), word(game.ending));
}

}  // namespace

std::string analysis_json(const AnalysedGame& game) {
  std::string text;
  for (std::size_t i = 0; i < game.moves.size(); ++i) text += move_json(game, i) + "\n";
  return text + "{" + summary_json(game) + "}\n";
}

std::string review_json(const AnalysedGame& game) {
  std::string text = R"({"moves":[)";
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    text.append(i == 0 ? "" : ",").append(move_json(game, i));
  }
  return text + "]," + summary_json(game) + "}";
}

}  // namespace pipo
