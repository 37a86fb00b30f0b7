#include "answers/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <vector>

#include "answers/text.hpp"
#include "answers/values.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/notations.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/board/edge_list.hpp"
#include "solve/method.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

std::string_view word(Result result) {
  constexpr std::array kWords = {"loss", "tie", "win"};
  return kWords.at(static_cast<std::size_t>(result));
}

std::string_view word(Ending ending) {
  constexpr std::array kWords = {"done", "out-of-time", "stopped"};
  return kWords.at(static_cast<std::size_t>(ending));
}

// The score after a move, player 1 first.
const std::array<int, 2>& score_after(const AnalysedGame& game, std::size_t index) {
  return index + 1 < game.moves.size() ? game.moves[index + 1].score : game.score;
}

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
        how_solved(stretch.method, {.looked_at = stretch.looked_at, .seconds = stretch.seconds}));
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

std::string analysis_summary(const AnalysedGame& game) {
  std::string text;
  for (const int player : {0, 1}) text += wrapped(thrown_away(game, player), "", 2);
  text += wrapped(decided(game), "", 2);
  if (!game.stretches.empty()) text += wrapped(solved(game), "", 2);
  if (game.unknown > 0) text += wrapped(too_early(game), "", 2);
  return text;
}

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
  const auto& score = score_after(game, index);
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

namespace {

// Adds the members of a range: the value, null if unknown, and the bounds.
void add_range(Json& json, const std::string& name, const Bounds& range) {
  json[name] = range.exact() ? Json(range.lower) : Json();
  json[name + "_bounds"] = {range.lower, range.upper};
}

template <typename Word>
Json word_json(const std::optional<Word>& what) {
  return what ? Json(word(*what)) : Json();
}

Json move_json(const AnalysedGame& game, std::size_t index) {
  const AnalysedMove& move = game.moves[index];
  const Position position{game.board, move.drawn};
  Json json{{"move", index + 1},
            {"player", move.player + 1},
            {"edge", edge_name(game.board, move.edge)},
            {"index", move.edge},
            {"captures", move.captures},
            {"score", score_after(game, index)},
            {"position", to_string(position)},
            {"layer", position.layer()}};
  add_range(json, "value", move.before);
  add_range(json, "after", move.after);
  json["lost"] = or_null(move.lost());
  json["best"] = move.method ? edges_json(game.board, move.best) : Json();
  json["result"] = word_json(move.result_before());
  json["result_after"] = word_json(move.result_after());
  json["by"] = word_json(move.method);
  return json;
}

Json lost_json(const AnalysedGame::Lost& lost) {
  return {{"boxes", lost.margin / 2},
          {"margin", lost.margin},
          {"moves", lost.moves},
          {"of_moves", lost.of_moves}};
}

Json decision_json(const std::optional<Decision>& decision) {
  if (!decision) return {};
  return {{"winner", decision->winner ? Json(*decision->winner + 1) : Json()},
          {"since", decision->since},
          {"by_move", decision->by_move}};
}

Json stretches_json(const AnalysedGame& game) {
  Json list = Json::array();
  for (const SolvedStretch& stretch : game.stretches) {
    list.push_back({{"by", word(stretch.method)},
                    {"first_layer", stretch.first},
                    {"last_layer", stretch.last},
                    {"looked_at", stretch.looked_at},
                    {"seconds", std::round(1000 * stretch.seconds) / 1000}});
  }
  return list;
}

// Returns the final score if the margin of player 1 is known.
Json final_score_json(const AnalysedGame& game) {
  const Bounds margin = game.margin(static_cast<int>(game.moves.size()));
  if (!margin.exact()) return {};
  const int boxes = game.board.boxes();
  return {(boxes + margin.lower) / 2, (boxes - margin.lower) / 2};
}

Json summary_json(const AnalysedGame& game) {
  const bool known = game.unknown <= static_cast<int>(game.moves.size());
  Json json{{"board", game.board.name()},
            {"moves", game.moves.size()},
            {"position", to_string(Position{game.board, game.drawn})},
            {"turn", game.turn + 1},
            {"score", game.score}};
  add_range(json, "value", game.value);
  json["best"] = known ? edges_json(game.board, game.best) : Json();
  json["final_score"] = final_score_json(game);
  json["unknown"] = game.unknown;
  json["lost"] = {lost_json(game.lost(0)), lost_json(game.lost(1))};
  json["decided"] = decision_json(game.decision());
  json["solved"] = stretches_json(game);
  json["ending"] = word(game.ending);
  return json;
}

}  // namespace

Json review_json(const AnalysedGame& game) {
  Json moves = Json::array();
  for (std::size_t i = 0; i < game.moves.size(); ++i) moves.push_back(move_json(game, i));
  return {{"moves", std::move(moves)}, {"summary", summary_json(game)}};
}

std::string analysis_lines(const AnalysedGame& game) {
  std::string text;
  for (std::size_t i = 0; i < game.moves.size(); ++i) text += line_of(move_json(game, i));
  return text + line_of({{"summary", summary_json(game)}});
}

}  // namespace pipo
