// The summary of an analysis, in sentences.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "pipo/words/analysis.hpp"
#include "pipo/words/solution_text.hpp"
#include "pipo/words/wrapping.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"

namespace pipo {
namespace {

// Gives the average, not the sum: a player may throw away again what the opponent has just thrown
// away, so the sum may exceed the board.
std::string thrown_away(const AnalysedGame& game, int player) {
  const auto lost = game.lost(player);
  std::string text = fmt::format("player {} threw away ", player + 1);
  if (lost.of_moves == 0) return text + "nothing for certain";
  const std::string of_moves = counted(static_cast<std::uint64_t>(lost.of_moves), "move");
  if (lost.moves == 0) return text + "nothing in " + of_moves;
  text += fmt::format("margin in {} of {}, {:.1f} a move on average", lost.moves, of_moves,
                      static_cast<double>(lost.margin) / lost.of_moves);
  for (const AnalysedMove& move : game.moves) {
    if (move.player != player || move.lost().value_or(0) == 0) continue;
    text += fmt::format("{} {} ({})", text.ends_with(')') ? "," : ":",
                        &move - game.moves.data() + 1, *move.lost());
  }
  return text;
}

// "player 2 wins 9-7", the winner's boxes first; of a margin that is not exact only who wins.
std::string ending_text(const AnalysedGame& game, const std::optional<int>& winner) {
  const Bounds margin = game.margin(static_cast<int>(game.moves.size()));
  const int boxes = game.board.boxes();
  const int more = std::abs(margin.lower);
  if (!winner) return fmt::format("a tie, {}-{}", boxes / 2, boxes / 2);
  std::string text = fmt::format("player {} {}", *winner + 1, game.over() ? "won" : "wins");
  if (margin.exact()) text += fmt::format(" {}-{}", (boxes + more) / 2, (boxes - more) / 2);
  return game.over() ? text : text + " under best play from here";
}

std::string with_article(Result result) {
  return "a " + std::string(word(result));
}

std::string decided(const AnalysedGame& game) {
  const auto decision = game.decision();
  if (!decision) return "the winner is not known yet";
  const std::string text = ending_text(game, decision->winner);
  if (decision->since == 0) return text + ", as under best play from the beginning";
  const auto index = static_cast<std::size_t>(decision->since) - 1;
  const AnalysedMove& move = game.moves[index];
  const std::string name = fmt::format("move {} (player {}, {})", decision->since, move.player + 1,
                                       edge_name(game.board, move.edge));
  if (decision->by_move) {
    return fmt::format("{}: decided by {}, which turned {} into {} for that player", text, name,
                       with_article(*move.result_before()), with_article(*move.result_after()));
  }
  return fmt::format("{}: decided by {} or an earlier move, as far as is known", text, name);
}

// Moves whose positions were solved in one way.
std::string moves_of(const AnalysedGame& game, const SolvedStretch& stretch) {
  const int moves = static_cast<int>(game.moves.size());
  const int first = stretch.first + 1;
  const int last = std::min(stretch.last + 1, moves);
  if (first > last) return "the end";
  return first == last ? fmt::format("move {}", first) : fmt::format("moves {} to {}", first, last);
}

std::string solved(const AnalysedGame& game) {
  std::string text;
  for (const SolvedStretch& stretch : game.stretches) {
    text += fmt::format(
        "{}{} {}", text.empty() ? "exact: " : ", ", moves_of(game, stretch),
        how_solved(stretch.way, {.looked_at = stretch.looked_at, .seconds = stretch.seconds}));
  }
  return text;
}

std::string too_early(const AnalysedGame& game) {
  const int last = game.unknown;
  const std::string moves = last == 1 ? "move 1 is" : fmt::format("moves 1 to {} are", last);
  std::string text = moves + " too early: only bounds are known";
  if (game.ending == Ending::stopped) return text + "; the analysis was stopped";
  if (game.ending == Ending::out_of_time) return text + "; the time was over";
  if (!game.too_large) return text;
  return text +
         fmt::format(
             "; a sweep before move {} would take about {} of memory and {} of processor time",
             last, human_bytes_rounded_up(game.too_large->memory),
             human_seconds(game.too_large->seconds));
}

}  // namespace

std::string_view word(Result result) {
  constexpr std::array kWords = {"loss", "tie", "win"};
  return kWords.at(static_cast<std::size_t>(result));
}

std::string_view word(Ending ending) {
  constexpr std::array kWords = {"done", "out-of-time", "stopped"};
  return kWords.at(static_cast<std::size_t>(ending));
}

std::string analysis_summary(const AnalysedGame& game) {
  std::string text;
  for (const int player : {0, 1}) text += wrapped(thrown_away(game, player), "", 2);
  text += wrapped(decided(game), "", 2);
  if (!game.stretches.empty()) text += wrapped(solved(game), "", 2);
  if (game.unknown > 0) text += wrapped(too_early(game), "", 2);
  return text;
}

}  // namespace pipo
