#include "pipo/game/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <utility>

#include "answers/question.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "player/clock.hpp"
#include "player/rules.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/board/edge_list.hpp"
#include "probe/board/start.hpp"

namespace pipo {
namespace {

// Cleans a line as the Go Text Protocol defines it: removes comments after '#', turns tabs into
// spaces, and removes other control characters.
std::string plain(std::string_view line) {
  std::string text;
  for (const char c : line.substr(0, line.find('#'))) {
    if (c == '\t') {
      text += ' ';
    } else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') {
      text += c;
    }
  }
  const std::size_t first = text.find_first_not_of(' ');
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// Returns the first word and leaves in `text` what follows it.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(word.size());
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return word;
}

// Frames a reply with its sign and number. An empty line ends a reply.
std::string framed(char sign, std::string_view id, std::string_view text) {
  std::string reply = fmt::format("{}{}", sign, id);
  if (!text.empty() && text.front() != '\n') reply += ' ';
  reply += text;
  while (reply.ends_with('\n')) reply.pop_back();
  return reply + "\n\n";
}

}  // namespace

Engine::Engine(Solver solver, std::string version, const PlayerOptions& player)
    : solver_(std::move(solver)),
      options_(solver_.options()),
      player_(solver_, player),
      version_(std::move(version)),
      start_(Board(3, 3)),
      game_(start_) {}

std::string Engine::reply(std::string_view line) {
  const std::string command = plain(line);
  std::string_view rest = command;
  if (rest.empty()) return {};
  moved_ = false;
  std::string_view id;
  if (is_whole_number(rest.substr(0, rest.find(' ')))) id = take_word(rest);
  try {
    const std::string_view name = take_word(rest);
    return framed('=', id, run(name, rest));
  } catch (const Stopped&) {
    throw;
  } catch (const std::exception&) {
    const Failure failure = current_failure();
    if (failure.code == ErrorCode::internal) throw;
    return framed('?', id, printable(failure.text));
  }
}

std::unique_ptr<Pondering> Engine::ponder() const {
  if (!moved_ || game_.over()) return nullptr;
  const Position& position = game_.position();
  return player_.ponder(position, clock_.limits(1 - *game_.turn(), position, options_));
}

std::string Engine::run(std::string_view name, std::string_view text) {
  const Entry* const entry = find(name);
  if (entry == nullptr) {
    if (name.empty()) throw BadInput("no command after the number");
    throw BadInput(
        fmt::format("unknown command {}; list_commands lists the commands", pipo::quoted(name)));
  }
  Words words;
  for (std::string_view rest = text; !rest.empty();) words.push_back(take_word(rest));
  if (words.size() < entry->fewest || words.size() > entry->most) {
    throw BadInput(fmt::format("usage: {}", entry->usage));
  }
  return entry->run(*this, words);
}

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
       [](Engine& engine, const Words& words) -> std::string {
         PlayerOptions how = engine.player_.options();
         if (words.empty()) return std::to_string(how.level);
         const auto level = parsed_number<int>(words[0]);
         if (!level) {
           throw BadInput(fmt::format("{} is not a level; levels are {} to {}",
                                      pipo::quoted(words[0]), kWeakest, kStrongest));
         }
         how.level = *level;
         engine.player_ = Player(engine.solver_, how);
         return {};
       }},
      {"line", "line", 0, 0,
       [](Engine& engine, const Words&) {
         const Position& position = engine.game_.position();
         std::vector<int> edges;
         for (const MoveValue& move : engine.solver_.line(position, engine.options_)) {
           edges.push_back(move.edge);
         }
         return edge_list(position.board, edges);
       }},
      {"list_commands", "list_commands", 0, 0,
       [](Engine&, const Words&) { return listed(entries(), &Entry::name); }},
      {"load", "load POSITION | load NOTATION GAME", 1, kAny,
       [](Engine& engine, const Words& words) {
         ReadOptions reading;
         std::size_t first = 0;
         if (words.size() > 1 && words[0].find(':') == std::string_view::npos) {
           reading.notation = words[0];
           first = 1;
         }
         const std::string_view text(words[first].begin(), words.back().end());
         return engine.begin(continued(read_line(reading, text)));
       }},
      {"moves", "moves", 0, 0,
       [](Engine& engine, const Words&) {
         const Position& position = engine.game_.position();
         std::string list;
         for (const auto& move : engine.solver_.solve(position, engine.options_).answer.moves) {
           list += fmt::format("{} {}\n", edge_name(position.board, move.edge), move.value);
         }
         return list;
       }},
      {"name", "name", 0, 0, [](Engine&, const Words&) -> std::string { return "Pipopipette"; }},
      {"play", "play [PLAYER] EDGE", 1, 2,
       [](Engine& engine, const Words& words) {
         const int edge = parse_edge(engine.game_.position().board, words.back());
         if (words.size() == 2) engine.expect_turn(words[0]);
         engine.game_.play(edge);
         return std::string();
       }},
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
       [](Engine& engine, const Words&) {
         Labels labels;
         for (const int owner : *engine.game_.owners()) {
           labels.boxes.push_back(owner < 0 ? "" : std::to_string(owner + 1));
         }
         return "\n" + picture(engine.game_.position(), labels);
       }},
      {"start", "start american|swedish|icelandic|POSITION", 1, 1,
       [](Engine& engine, const Words& words) {
         const Board& board = engine.game_.position().board;
         return engine.begin(started({board, parse_start(board, words[0])}));
       }},
      {"time", "time [SECONDS]", 0, 1,
       // How long a command may take to solve a position. 0 allows tables only. A new time ends the
       // use of a clock.
       [](Engine& engine, const Words& words) -> std::string {
         SolverOptions& options = engine.options_;
         if (words.empty()) {
           return fmt::format("{}", options.only == Method::table ? 0 : options.seconds);
         }
         options.seconds = parse_seconds(words[0], "2 or 0.5, or 0 for tables only");
         options.only = options.seconds == 0 ? std::optional(Method::table) : std::nullopt;
         engine.clock_ = {};
         return {};
       }},
      {"time_left", "time_left PLAYER SECONDS MOVES", 3, 3,
       [](Engine& engine, const Words& words) {
         expect_player(words[0]);
         const int moves = parse_moves(words[2]);
         engine.clock_.set_left(words[0] == "1" ? 0 : 1, {parse_seconds(words[1], "30"), moves});
         return std::string();
       }},
      {"time_settings", "time_settings MAIN BYO_YOMI MOVES", 3, 3,
       [](Engine& engine, const Words& words) {
         engine.clock_ = Clock({.main = parse_seconds(words[0], "300"),
                                .byo = parse_seconds(words[1], "30"),
                                .moves = parse_moves(words[2])});
         return std::string();
       }},
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

void Engine::expect_turn(std::string_view player) const {
  expect_player(player);
  if (game_.over()) return;  // play then reports that
  const int turn = *game_.turn() + 1;
  if (player != std::to_string(turn)) throw BadInput(fmt::format("player {} is to move", turn));
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

}  // namespace pipo
