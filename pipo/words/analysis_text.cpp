#include <fmt/format.h>

#include <span>

#include "pipo/words/analysis.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo {
namespace {

// The most best moves named in a line.
constexpr std::size_t kNamed = 3;

constexpr const char* kLegend =
    "before, after: the margin from here, under best play, for the player who moves, before the\n"
    "move and after it; lost: how much of it the move threw away; ?: not known\n\n";

// Returns "+3" or the known bounds; `least` and `most` are the bounds that always hold.
std::string bounds_cell(const Bounds& range, int least, int most) {
  if (range.exact()) return signed_number(range.lower);
  const bool below = range.lower > least, above = range.upper < most;
  if (!below && !above) return "?";
  if (!above) return ">=" + signed_number(range.lower);
  if (!below) return "<=" + signed_number(range.upper);
  return signed_number(range.lower) + ".." + signed_number(range.upper);
}

std::string named(const Board& board, std::span<const int> best) {
  if (best.size() <= kNamed + 1) return edge_list(board, best);
  return edge_list(board, best.first(kNamed)) + fmt::format(" and {} more", best.size() - kNamed);
}

// "win to loss"
std::string result_changed(const AnalysedMove& move) {
  const auto before = move.result_before(), after = move.result_after();
  if (!before || !after || before == after) return "";
  return fmt::format("{} to {}", word(*before), word(*after));
}

std::string row(const AnalysedGame& game, std::size_t index) {
  const AnalysedMove& move = game.moves[index];
  const auto& score = index + 1 < game.moves.size() ? game.moves[index + 1].score : game.score;
  const int left = game.board.boxes() - move.score[0] - move.score[1];
  const auto lost = move.lost();
  std::string text = fmt::format(
      "{:>4}  {:<6}  {:<5}  {:>5}  {:>5}  {:>8}  {:>8}  {:>4}  {:<11}  {}", index + 1,
      move.player + 1, edge_name(game.board, move.edge),
      move.captures == 0 ? "-" : std::to_string(move.captures),
      fmt::format("{}-{}", score[0], score[1]), bounds_cell(move.before, -left, left),
      bounds_cell(move.after, 2 * move.captures - left, left), lost ? std::to_string(*lost) : "?",
      result_changed(move), lost.value_or(0) > 0 ? named(game.board, move.best) : "");
  text.resize(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

}  // namespace

std::string analysis_text(const AnalysedGame& game) {
  std::string text = fmt::format(
      "{}, {}: player 1 has {}, player 2 has {}{}\n\n", game.board.name(),
      counted(game.moves.size(), "move"), counted(static_cast<std::uint64_t>(game.score[0]), "box"),
      counted(static_cast<std::uint64_t>(game.score[1]), "box"),
      game.over() ? "" : fmt::format(", and player {} is to move", game.turn + 1));
  text += kLegend;
  text +=
      "move  player  edge   takes  score    before     after  lost  result       best instead\n";
  for (std::size_t i = 0; i < game.moves.size(); ++i) text += row(game, i);
  if (!game.over() && !game.best.empty()) {
    text +=
        fmt::format("\nnext: value {} for player {}, best {}\n", signed_number(game.value.lower),
                    game.turn + 1, named(game.board, game.best));
  }
  return text + "\n" + analysis_summary(game);
}

}  // namespace pipo
