// Implements the commands of the engine.
#include <fmt/format.h>

#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "pipo/game/engine.hpp"
#include "pipo/game/given_game.hpp"
#include "pipo/player/clock_text.hpp"
#include "pipo/player/level.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/edge_list.hpp"
#include "probe/board/start.hpp"

namespace pipo {
namespace {

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

// Returns the members of the entries, each ended by a newline.
template <typename Entries, typename Text>
std::string listed(const Entries& entries, Text text) {
  std::string list;
  for (const auto& entry : entries) list.append(entry.*text).append("\n");
  return list;
}

void expect_player(std::string_view word) {
  if (word == "1" || word == "2") return;
  throw BadInput(fmt::format("{} is not a player; give 1 or 2", pipo::quoted(word)));
}

}  // namespace

std::span<const Engine::Entry> Engine::entries() {
  static constexpr std::array<Entry, 27> kEntries{{
      {"boardsize", "boardsize ROWSxCOLUMNS | boardsize ROWS COLUMNS", 1, 2,
       [](Engine& engine, const Words& words) {
         const std::string size =
             words.size() == 1 ? std::string(words[0]) : fmt::format("{}x{}", words[0], words[1]);
         return engine.begin(Game(Board::parse(size)));
       }},
      {"clear_board", "clear_board", 0, 0,
       [](Engine& engine, const Words&) { return engine.begin(engine.start_); }},
      {"genmove", "genmove [PLAYER]", 0, 1,
       [](Engine& engine, const Words& words) { return engine.choose(words, true); }},
      {"help", "help", 0, 0,
       [](Engine&, const Words&) { return listed(entries(), &Entry::usage); }},
      {"hint", "hint [PLAYER]", 0, 1,
       [](Engine& engine, const Words& words) { return engine.choose(words, false); }},
      {"known_command", "known_command NAME", 1, 1,
       [](Engine&, const Words& words) -> std::string {
         return find(words[0]) != nullptr ? "true" : "false";
       }},
      {"level", "level [NUMBER]", 0, 1,
       [](Engine& engine, const Words& words) { return engine.level(words); }},
      {"line", "line", 0, 0, [](Engine& engine, const Words&) { return engine.line(); }},
      {"list_commands", "list_commands", 0, 0,
       [](Engine&, const Words&) { return listed(entries(), &Entry::name); }},
      {"load", "load POSITION | load NOTATION GAME", 1, kAny,
       [](Engine& engine, const Words& words) { return engine.load(words); }},
      {"moves", "moves", 0, 0, [](Engine& engine, const Words&) { return engine.moves(); }},
      {"name", "name", 0, 0, [](Engine&, const Words&) -> std::string { return "Pipopipette"; }},
      {"play", "play [PLAYER] EDGE", 1, 2,
       [](Engine& engine, const Words& words) { return engine.play(words); }},
      {"position", "position", 0, 0,
       [](Engine& engine, const Words&) { return to_string(engine.game_.position()); }},
      {"protocol_version", "protocol_version", 0, 0,
       [](Engine&, const Words&) -> std::string { return "2"; }},
      {"quit", "quit", 0, 0,
       [](Engine& engine, const Words&) {
         engine.ended_ = true;
         return std::string();
       }},
      {"reason", "reason", 0, 0,
       [](Engine& engine, const Words&) {
         if (!engine.reason_.empty()) return engine.reason_;
         throw BadInput("no move has been chosen; use genmove or hint first");
       }},
      {"score", "score", 0, 0,
       [](Engine& engine, const Words&) {
         return fmt::format("{} {}", (*engine.game_.score())[0], (*engine.game_.score())[1]);
       }},
      {"showboard", "showboard", 0, 0,
       [](Engine& engine, const Words&) { return engine.showboard(); }},
      {"start", "start american|swedish|icelandic|POSITION", 1, 1,
       [](Engine& engine, const Words& words) {
         const Board& board = engine.game_.position().board;
         return engine.begin(started({board, parse_start(board, words[0])}));
       }},
      {"time", "time [SECONDS]", 0, 1,
       [](Engine& engine, const Words& words) { return engine.time(words); }},
      {"time_left", "time_left PLAYER SECONDS MOVES", 3, 3,
       [](Engine& engine, const Words& words) { return engine.time_left(words); }},
      {"time_settings", "time_settings MAIN BYO_YOMI MOVES", 3, 3,
       [](Engine& engine, const Words& words) { return engine.time_settings(words); }},
      {"turn", "turn", 0, 0,
       [](Engine& engine, const Words&) {
         return std::to_string(engine.game_.over() ? 0 : *engine.game_.turn() + 1);
       }},
      {"undo", "undo", 0, 0,
       [](Engine& engine, const Words&) {
         engine.game_.undo();
         return std::string();
       }},
      {"value", "value", 0, 0,
       [](Engine& engine, const Words&) {
         return std::to_string(
             engine.solver_.solve(engine.game_.position(), engine.options_).answer.value);
       }},
      {"version", "version", 0, 0, [](Engine& engine, const Words&) { return engine.version_; }},
  }};
  return kEntries;
}

const Engine::Entry* Engine::find(std::string_view name) {
  for (const Entry& entry : entries()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

std::string Engine::begin(Game game) {
  start_ = std::move(game);
  game_ = start_;
  clock_.restart();
  reason_.clear();
  return {};
}

std::string Engine::load(const Words& words) {
  Reading reading;
  std::size_t first = 0;
  if (words.size() > 1 && words[0].find(':') == std::string_view::npos) {
    reading.notation = words[0];
    first = 1;
  }
  const std::string_view text(words[first].begin(), words.back().end());
  begin(continued(read_line(reading, text)));
  return {};
}

void Engine::expect_turn(std::string_view player) const {
  expect_player(player);
  if (game_.over()) return;  // play then reports that
  const int turn = *game_.turn() + 1;
  if (player != std::to_string(turn)) throw BadInput(fmt::format("player {} is to move", turn));
}

std::string Engine::play(const Words& words) {
  const int edge = parse_edge(game_.position().board, words.back());
  if (words.size() == 2) expect_turn(words[0]);
  game_.play(edge);
  return {};
}

SolverOptions Engine::options_of_move() const {
  if (game_.over() || !game_.turn()) return options_;
  return clock_.limits(*game_.turn(), game_.position(), options_);
}

std::string Engine::choose(const Words& words, bool play_it) {
  const double began = steady_seconds();
  if (!words.empty()) expect_turn(words[0]);
  const Choice choice = player_.choose(game_.position(), options_of_move());
  reason_ = choice.reason;
  std::string text =
      fmt::format("{} {}", edge_name(game_.position().board, choice.edge), word(choice.by));
  if (choice.value) text += fmt::format(" {}", *choice.value);
  if (play_it) {
    const auto mover = game_.turn();
    game_.play(choice.edge);
    if (mover) clock_.spend(*mover, steady_seconds() - began);
    moved_ = mover != game_.turn();
  }
  return text;
}

std::string Engine::moves() const {
  std::string list;
  for (const MoveValue& move : solver_.solve(game_.position(), options_).answer.moves) {
    list += fmt::format("{} {}\n", edge_name(game_.position().board, move.edge), move.value);
  }
  return list;
}

std::string Engine::line() const {
  std::vector<int> edges;
  for (const LineMove& move : solver_.line(game_.position(), options_)) edges.push_back(move.edge);
  return edge_list(game_.position().board, edges);
}

// Sets or returns how long a command may take to solve a position. 0 allows tables only. A new time
// ends the use of a clock.
std::string Engine::time(const Words& words) {
  if (words.empty()) {
    return fmt::format("{}", options_.only == Way::table ? 0 : options_.seconds);
  }
  const double seconds = parse_seconds(words[0], "2 or 0.5, or 0 for tables only");
  options_.seconds = seconds;
  options_.only = seconds == 0 ? std::optional(Way::table) : std::nullopt;
  clock_ = {};
  return {};
}

std::string Engine::time_settings(const Words& words) {
  clock_ = Clock({.main = parse_seconds(words[0], "300"),
                  .byo = parse_seconds(words[1], "30"),
                  .moves = parse_moves(words[2])});
  return {};
}

std::string Engine::time_left(const Words& words) {
  expect_player(words[0]);
  const int moves = parse_moves(words[2]);
  clock_.set_left(words[0] == "1" ? 0 : 1, {parse_seconds(words[1], "30"), moves});
  return {};
}

// Sets or returns the level of the player.
std::string Engine::level(const Words& words) {
  if (words.empty()) return std::to_string(player_.options().level);
  const auto level = parsed_number<int>(words[0]);
  if (!level) {
    throw BadInput(fmt::format("{} is not a level; levels are {} to {}", pipo::quoted(words[0]),
                               kWeakest, kStrongest));
  }
  PlayerOptions how = player_.options();
  how.level = *level;
  player_ = Player(solver_, how);
  return {};
}

std::string Engine::showboard() const {
  Labels labels;
  for (const int owner : *game_.owners()) {
    labels.boxes.push_back(owner < 0 ? "" : std::to_string(owner + 1));
  }
  return "\n" + picture(game_.position(), labels);
}

}  // namespace pipo
