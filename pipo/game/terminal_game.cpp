#include "pipo/game/terminal_game.hpp"

#include <fmt/core.h>

#include <cctype>
#include <utility>

#include "answers/text.hpp"
#include "answers/values.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/picture.hpp"
#include "player/clock.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/base/trimmed.hpp"

namespace pipo {
namespace {

// Escape sequences of terminals (ECMA-48): faint; blue and yellow, which colour-blind people can
// distinguish.
constexpr const char* kFaint = "\x1b[2m";
constexpr std::array<const char*, 2> kPlayer = {"\x1b[1;34m", "\x1b[1;33m"};
constexpr const char* kPlain = "\x1b[0m";

// As wide as the name of an edge, so that the board keeps its width while edges are drawn.
constexpr const char* kEmpty = "    ";

bool in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.';
}

// Colours a picture, in which every word is the name of an edge or of a player.
std::string coloured(const std::string& picture, const std::array<std::string, 2>& players) {
  std::string text;
  for (std::size_t at = 0; at < picture.size();) {
    std::size_t end = at;
    while (end < picture.size() && in_word(picture[end])) ++end;
    if (end == at) {
      text += picture[at++];
      continue;
    }
    const std::string word = picture.substr(at, end - at);
    text += word == players[0] ? kPlayer[0] : word == players[1] ? kPlayer[1] : kFaint;
    text += word + kPlain;
    at = end;
  }
  return text;
}

// Returns the board with the name of each open edge in its place, and in each box its owner:
// players[0] or players[1]. With colours, open edges are faint and each player's boxes have their
// own colour.
std::string game_picture(const Game& game, const std::array<std::string, 2>& players,
                         bool colours) {
  const Position& position = game.position();
  Labels labels;
  for (int edge = 0; edge < position.board.edges(); ++edge) {
    labels.edges.push_back(edge_name(position.board, edge));
  }
  for (const int owner : *game.owners()) {
    labels.boxes.push_back(owner < 0 ? kEmpty : players[static_cast<std::size_t>(owner)]);
  }
  const std::string text = picture(position, labels);
  return colours ? coloured(text, players) : text;
}

constexpr const char* kTerminalHelp =
    "  h0.1, v2.0   draw that edge; its number in a DBN string works, too\n"
    "  undo         take your last move back, and the moves after it\n"
    "  hint         show the value of each move, if it is known, and a good move\n"
    "  board        show the board\n"
    "  quit         end the game\n";

}  // namespace

TerminalGame::TerminalGame(const Solver& solver, const PlayerOptions& how, Game game, int person,
                           bool colours, const Clock& clock)
    : solver_(solver),
      options_(solver.options()),
      player_(solver, how),
      clock_(clock),
      began_(steady_seconds()),
      game_(std::move(game)),
      person_(person),
      names_{person == 0 ? "you" : "pipo", person == 0 ? "pipo" : "you"},
      colours_(colours) {}

std::string TerminalGame::board() const {
  return "\n" + game_picture(game_, names_, colours_) + "\n";
}

// Returns the time that both players have left, or nothing without a clock.
std::string TerminalGame::times() const {
  auto mine = clock_.left(person_);
  if (!mine) return {};
  mine->seconds -= thought_;
  return fmt::format("you {}, pipo {}", time_text(*mine), time_text(*clock_.left(1 - person_)));
}

// Returns the prompt for the person's move, which begins with the score.
std::string TerminalGame::prompt() const {
  const auto [first, second] = *game_.score();
  const std::string left = times();
  return fmt::format("{}-{}, {}your move: ", person_ == 0 ? first : second,
                     person_ == 0 ? second : first,
                     left.empty() ? "" : fmt::format("time left: {}; ", left));
}

std::string TerminalGame::result() const {
  const std::array<int, 2> score = *game_.score();
  const int mine = score[static_cast<std::size_t>(person_)];
  const int other = score[static_cast<std::size_t>(1 - person_)];
  const std::string end = mine == other ? "a tie" : mine > other ? "you win" : "pipo wins";
  std::string text = fmt::format("The game is over: {}, {}-{}.\n", end, mine, other);
  const std::string left = times();
  if (!left.empty()) text += fmt::format("Time left: {}.\n", left);
  for (const int player : {person_, 1 - person_}) {
    if (!clock_.overstepped(player)) continue;
    text += fmt::format("{} exceeded {} time.\n", player == person_ ? "You" : "pipo",
                        player == person_ ? "your" : "its");
  }
  return text;
}

std::string TerminalGame::opening() {
  std::string text = fmt::format(
      "You are player {}. Type the name of an edge to draw it, or undo, hint, help, quit.\n",
      person_ + 1);
  text += turn_of_player(began_);
  began_ = steady_seconds();
  return text;
}

// Plays the moves of Player until it is the person's turn; returns them with the board and the
// prompt. The first of these moves began at that time.
std::string TerminalGame::turn_of_player(double began) {
  std::string text;
  while (!game_.over() && game_.turn() != person_) {
    const SolverOptions allowed =
        clock_.limits(1 - person_, game_.position(), options_, steady_seconds() - began);
    const Choice choice = player_.choose(game_.position(), allowed);
    const int captures = game_.play(choice.edge);
    const double now = steady_seconds();
    clock_.spend(1 - person_, now - began);
    began = now;
    text += fmt::format(
        "pipo draws {}{}  [{}]\n", edge_name(game_.position().board, choice.edge),
        captures == 0
            ? ""
            : fmt::format(" and takes {}", counted(static_cast<std::uint64_t>(captures), "box")),
        choice.reason);
  }
  text += board();
  if (!game_.over()) return text + prompt();
  ended_ = true;
  return text + result();
}

std::string TerminalGame::draw(std::string_view word) {
  const int captures = game_.play(parse_edge(game_.position().board, word));
  clock_.spend(person_, std::exchange(thought_, 0));
  std::string text;
  if (captures > 0) {
    text = fmt::format("You take {}{}.\n", counted(static_cast<std::uint64_t>(captures), "box"),
                       game_.over() ? "" : " and move again");
  }
  return text + turn_of_player(steady_seconds());
}

// Undoes moves back to the person's previous turn.
std::string TerminalGame::take_back() {
  Game before = game_;
  do {
    before.undo();
  } while (before.turn() != person_);
  game_ = std::move(before);
  return board() + prompt();
}

// Takes no more time than a move. Its time is not taken off a clock.
std::string TerminalGame::hint() const {
  const double began = steady_seconds();
  const auto allowed = [&] {
    return clock_.limits(1 - person_, game_.position(), options_, steady_seconds() - began);
  };
  std::string text;
  try {
    const Attempt known = solver_.try_solve(game_.position(), allowed());
    if (known.solution) {
      const Answer& answer = known.solution->answer;
      text = fmt::format("\n{}\n{}\nbest: {}\n", picture_of_moves(answer.position, answer.moves),
                         value_text(answer.position, answer.value), best_moves(answer));
    } else {
      text = wrapped("the values are not known: " + known.why_not, "", 0);
    }
  } catch (const DamagedTable&) {
    text = "the table of this position is damaged\n";
  }
  const Choice choice = player_.choose(game_.position(), allowed());
  return text + fmt::format("pipo would draw {}  [{}]\n",
                            edge_name(game_.position().board, choice.edge), choice.reason);
}

std::string TerminalGame::reply(std::string_view line) {
  thought_ += steady_seconds() - began_;
  std::string text = reply_to(trimmed(line));
  began_ = steady_seconds();
  return text;
}

std::string TerminalGame::reply_to(std::string_view typed) {
  try {
    if (typed.empty()) return prompt();
    if (typed == "quit" || typed == "exit") {
      ended_ = true;
      return {};
    }
    if (typed == "help" || typed == "?") return kTerminalHelp + prompt();
    if (typed == "board") return board() + prompt();
    if (typed == "hint") return hint() + prompt();
    if (typed == "undo") return take_back();
    return draw(typed);
  } catch (const BadInput& error) {
    return fmt::format("{} (type help for the commands)\n{}", error.what(), prompt());
  }
}

}  // namespace pipo
