// Implements the commands of the engine.
#include <fmt/format.h>

#include <array>
#include <limits>
#include <utility>

#include "pipo/game/engine.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/edge_list.hpp"
#include "probe/board/start.hpp"

namespace pipo {
namespace {

constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();

}  // namespace

std::span<const Engine::Entry> Engine::entries() {
  static constexpr std::array<Entry, 23> kEntries{{
      {"boardsize", "boardsize ROWSxCOLUMNS | boardsize ROWS COLUMNS", 1, 2, &Engine::boardsize},
      {"clear_board", "clear_board", 0, 0, &Engine::clear_board},
      {"genmove", "genmove [PLAYER]", 0, 1, &Engine::genmove},
      {"help", "help", 0, 0, &Engine::help},
      {"hint", "hint [PLAYER]", 0, 1, &Engine::hint},
      {"known_command", "known_command NAME", 1, 1, &Engine::known_command},
      {"line", "line", 0, 0, &Engine::line},
      {"list_commands", "list_commands", 0, 0, &Engine::list_commands},
      {"load", "load POSITION | load NOTATION GAME", 1, kAny, &Engine::load},
      {"moves", "moves", 0, 0, &Engine::moves},
      {"name", "name", 0, 0, &Engine::name},
      {"play", "play [PLAYER] EDGE", 1, 2, &Engine::play},
      {"position", "position", 0, 0, &Engine::position},
      {"protocol_version", "protocol_version", 0, 0, &Engine::protocol_version},
      {"quit", "quit", 0, 0, &Engine::quit},
      {"reason", "reason", 0, 0, &Engine::reason},
      {"score", "score", 0, 0, &Engine::score},
      {"showboard", "showboard", 0, 0, &Engine::showboard},
      {"start", "start american|swedish|icelandic|POSITION", 1, 1, &Engine::start},
      {"turn", "turn", 0, 0, &Engine::turn},
      {"undo", "undo", 0, 0, &Engine::undo},
      {"value", "value", 0, 0, &Engine::value},
      {"version", "version", 0, 0, &Engine::version},
  }};
  return kEntries;
}

const Engine::Entry* Engine::find(std::string_view name) {
  for (const Entry& entry : entries()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

// ---- of the protocol ---------------------------------------------------------------------------

std::string Engine::protocol_version(const Words&, std::string_view) {
  return "2";
}

std::string Engine::name(const Words&, std::string_view) {
  return "Pipopipette";
}

std::string Engine::version(const Words&, std::string_view) {
  return version_;
}

std::string Engine::known_command(const Words& words, std::string_view) {
  return find(words[0]) != nullptr ? "true" : "false";
}

std::string Engine::list_commands(const Words&, std::string_view) {
  std::string list;
  for (const Entry& entry : entries()) list.append(entry.name).append("\n");
  return list;
}

std::string Engine::help(const Words&, std::string_view) {
  std::string list;
  for (const Entry& entry : entries()) list.append(entry.usage).append("\n");
  return list;
}

std::string Engine::quit(const Words&, std::string_view) {
  ended_ = true;
  return {};
}

// ---- the game ----------------------------------------------------------------------------------

void Engine::begin(GameInPlay game) {
  start_ = std::move(game);
  game_ = start_;
  reason_.clear();
}

std::string Engine::boardsize(const Words& words, std::string_view) {
  const std::string size =
      words.size() == 1 ? std::string(words[0]) : fmt::format("{}x{}", words[0], words[1]);
  begin(GameInPlay(Position{Board::parse(size), 0}));
  return {};
}

std::string Engine::clear_board(const Words&, std::string_view) {
  begin(start_);
  return {};
}

std::string Engine::start(const Words& words, std::string_view) {
  const Board& board = game_.position().board;
  begin(GameInPlay(Position{board, parse_start(board, words[0])}));
  return {};
}

std::string Engine::load(const Words& words, std::string_view text) {
  Reading reading;
  if (words.size() > 1 && words[0].find(':') == std::string_view::npos) {
    reading.notation = words[0];
    text.remove_prefix(text.find(words[1], words[0].size()));
  }
  begin(GameInPlay(read_line(reading, text)));
  return {};
}

void Engine::expect_turn(std::string_view player) const {
  if (player != "1" && player != "2") {
    throw BadInput(fmt::format("{} is not a player; give 1 or 2", pipo::quoted(player)));
  }
  if (game_.over()) return;  // play then reports that
  const int turn = game_.turn() + 1;
  if (player != std::to_string(turn)) throw BadInput(fmt::format("player {} is to move", turn));
}

std::string Engine::play(const Words& words, std::string_view) {
  const int edge = parse_edge(game_.position().board, words.back());
  if (words.size() == 2) expect_turn(words[0]);
  game_.play(edge);
  return {};
}

std::string Engine::undo(const Words&, std::string_view) {
  game_.undo();
  return {};
}

std::string Engine::choose(const Words& words, bool play_it) {
  if (!words.empty()) expect_turn(words[0]);
  const Choice choice = player_.choose(game_.position());
  reason_ = choice.reason;
  std::string text =
      fmt::format("{} {}", edge_name(game_.position().board, choice.edge), word(choice.by));
  if (choice.value) text += fmt::format(" {}", *choice.value);
  if (play_it) game_.play(choice.edge);
  return text;
}

std::string Engine::genmove(const Words& words, std::string_view) {
  return choose(words, true);
}

std::string Engine::hint(const Words& words, std::string_view) {
  return choose(words, false);
}

// ---- what is known -----------------------------------------------------------------------------

std::string Engine::reason(const Words&, std::string_view) {
  if (reason_.empty()) throw BadInput("no move has been chosen; use genmove or hint first");
  return reason_;
}

std::string Engine::value(const Words&, std::string_view) {
  return std::to_string(tables_.value(game_.position()));
}

std::string Engine::moves(const Words&, std::string_view) {
  std::string list;
  for (const MoveValue& move : tables_.answer(game_.position()).moves) {
    list += fmt::format("{} {}\n", edge_name(game_.position().board, move.edge), move.value);
  }
  return list;
}

std::string Engine::line(const Words&, std::string_view) {
  std::vector<int> edges;
  for (const LineMove& move : tables_.line(game_.position())) edges.push_back(move.edge);
  return edge_list(game_.position().board, edges);
}

std::string Engine::score(const Words&, std::string_view) {
  return fmt::format("{} {}", game_.score()[0], game_.score()[1]);
}

std::string Engine::turn(const Words&, std::string_view) {
  return game_.over() ? "0" : std::to_string(game_.turn() + 1);
}

std::string Engine::position(const Words&, std::string_view) {
  return to_string(game_.position());
}

std::string Engine::showboard(const Words&, std::string_view) {
  Labels labels;
  for (const int owner : game_.owners()) {
    labels.boxes.push_back(owner < 0 ? "" : std::to_string(owner + 1));
  }
  return "\n" + picture(game_.position(), labels);
}

}  // namespace pipo
