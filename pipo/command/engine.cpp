// `pipo engine`: a player for other programs, by lines on standard input and output.
#include "pipo/game/engine.hpp"

#include "pipo/asking/tables_at_hand.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/problem_reporter.hpp"
#include "pipo/io/typed_lines.hpp"

namespace pipo {
namespace {

constexpr const char* kEngineHelp =
    R"(Reads commands, a line each, and answers each on standard output in the manner of the Go
Text Protocol: '= ...', or '? ...' with what is wrong, and an empty line behind it. A
number before a command comes back behind the sign. Commands that cannot be carried out
change nothing, and the engine goes on.

Where a table covers the position it plays perfectly, and of equal moves one that leaves
the opponent most room to err; elsewhere by the theory, as explain tells it. Which of the
two it was stands behind the move: table, theory, or rule-of-thumb where the theory is
silent.

Commands:
  boardsize RxC, start NAME, load POSITION, clear_board   what is played
  play EDGE, genmove, hint, reason, undo                  moves
  turn, score, position, showboard                        the game as it stands
  value, moves, line                                      exact values, by a table
  name, version, protocol_version, known_command, list_commands, help, quit

Examples:
  pipo engine
  printf 'boardsize 3x3\ngenmove\nshowboard\nquit\n' | pipo engine

docs/engine.md describes each command.)";

int engine(Session& session) {
  const Tables tables = tables_at_hand(session.tables);
  Engine engine(tables, PIPO_VERSION);
  ProblemReporter problems;
  TypedLine line;
  while (!engine.ended() && next_line(session.in, line)) {
    write(session, line.too_long ? "? the line is too long: 64 KiB are the limit\n\n"
                                 : engine.reply(line.text));
    problems.report(session, tables);
  }
  return ExitCode::done;
}

}  // namespace

void add_engine(CLI::App& app, Session& session) {
  Command command(app, "engine", "Plays against another program, by lines in and out", kEngineHelp);
  command.action(session, [&session] { return engine(session); });
}

}  // namespace pipo
