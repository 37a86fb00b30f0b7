#include <fmt/format.h>

#include <vector>

#include "pipo/words/analysis.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"

namespace pipo {
namespace {

std::string range_text(const Bounds& range) {
  if (range.exact()) return signed_number(range.lower);
  return fmt::format("{} to {}", signed_number(range.lower), signed_number(range.upper));
}

std::string comment(const AnalysedGame& game, std::size_t index) {
  const AnalysedMove& move = game.moves[index];
  std::string text = fmt::format("# {}. player {} {}: {}", index + 1, move.player + 1,
                                 edge_name(game.board, move.edge), range_text(move.before));
  const auto lost = move.lost();
  if (!lost)
    return text + (move.after.exact()
                       ? fmt::format(", after it {}\n", signed_number(move.after.lower))
                       : "\n");
  if (*lost == 0) return text + "\n";
  text += fmt::format(", after it {}: {} thrown away", signed_number(move.after.lower), *lost);
  const auto before = move.result_before(), after = move.result_after();
  if (before && after && before != after) {
    text += fmt::format(", a {} turned into a {}", word(*before), word(*after));
  }
  if (!move.best.empty()) text += "; best " + edge_list(game.board, move.best);
  return text + "\n";
}

// Turns every line of the text into a comment.
std::string commented(const std::string& text) {
  std::string out = "# ";
  for (const char character : text) {
    out += character;
    if (character == '\n') out += "# ";
  }
  out.resize(out.size() - 2);
  return out;
}

}  // namespace

std::string analysis_record(const AnalysedGame& game) {
  std::string text =
      "# Each move with the margin from there, under best play, for the player who moves.\n";
  std::vector<int> edges;
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    text += comment(game, i);
    edges.push_back(game.moves[i].edge);
  }
  return text + commented(analysis_summary(game)) + write_game("moves", played(game.board, edges)) +
         "\n";
}

}  // namespace pipo
