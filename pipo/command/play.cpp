// `pipo play`: a game against pipo in the terminal.
#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <memory>

#include "pipo/asking/available_tables.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/making_advice.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/command/problem_reporter.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/game/terminal_game.hpp"
#include "pipo/io/typed_lines.hpp"
#include "pipo/words/wrapping.hpp"
#include "pipopipette/error.hpp"

namespace pipo {
namespace {

constexpr const char* kPlayHelp =
    R"(Type the name of an edge to draw it; the board shows the name in the edge's place. The
player who completes a box takes it and moves again. undo takes your last move back, hint
shows the value of each move, quit ends the game.

If a table covers the position, pipo plays perfectly; elsewhere it follows the theory, as
explain does. It shows the reason for each of its moves. The game starts from the board
(default: 3x3) or from a position; --notation, --file and --score are as for probe.

Examples:
  pipo play
  pipo play 4x4 --as 2
  pipo play 3x4-swedish
  pipo play 3x3:000000000000110000100001
  pipo play --file game.dbl --notation ksquares)";

struct PlayArguments {
  std::string from;
  NotationChoice notation;
  std::string as;
  std::string color;
};

Game begun(Session& session, const PlayArguments& options) {
  const NotationChoice& choice = options.notation;
  if (reads_file(choice, !options.from.empty(), "a board or position")) {
    return continued(read_game_file(session, choice));
  }
  if (options.from.empty()) return Game(Board(3, 3));
  if (!choice.notation_given && options.from.find(':') == std::string::npos) {
    return started(chosen_table({.board = options.from}));
  }
  return continued(read_line(reading_of(choice), options.from));
}

// With "auto", the board is coloured on a terminal that supports colours, unless NO_COLOR
// (no-color.org) is not empty.
bool in_colours(std::string_view when, const std::ostream& out) {
  const auto variable = [](const char* name) -> std::string_view {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): none is set
    return value == nullptr ? "" : value;
  };
  if (when != "auto") return when == "always";
  return &out == &std::cout && ::isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").empty() &&
         !variable("TERM").empty() && variable("TERM") != "dumb";
}

int play(Session& session, const PlayArguments& options) {
  Game game = begun(session, options);
  if (game.over()) throw BadInput("no edge is open: the game is over already");
  const Tables tables = available_tables(session.tables);
  if (!tables.covers(game.position())) {
    write(session, wrapped(fmt::format("No table covers this position, so pipo goes by the theory "
                                       "and can be beaten; {}.",
                                       MakingAdvice(session.tables).on(game.position())),
                           "", 0));
  }
  TerminalGame terminal(tables, std::move(game), options.as == "1" ? 0 : 1,
                        in_colours(options.color, session.out));
  ProblemReporter problems;
  write(session, terminal.opening());
  TypedLine line;
  while (!terminal.ended()) {
    problems.report(session, tables);
    if (!next_line(session.in, line)) {
      write(session, "\n");  // after the prompt
      break;
    }
    write(session, terminal.reply(line.text));
  }
  return ExitCode::done;
}

}  // namespace

void add_play(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<PlayArguments>();
  Command command(app, "play", "Plays a game against you in the terminal", kPlayHelp);
  command.text("POSITION", arguments->from, "",
               "A board, the name of a table, or a position (default: 3x3)");
  add_notation(command, arguments->notation);
  command.word("--as", arguments->as, {"1", "2"}, "Which player you are: 1 begins");
  command.word("--color", arguments->color, {"auto", "always", "never"},
               "Whether to colour the board");
  command.action(session, [&session, arguments] { return play(session, *arguments); });
}

}  // namespace pipo
