// `pipo engine`: a player for other programs, by lines on standard input and output.
#include "pipo/game/engine.hpp"

#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/io/input.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/version.h"
#include "player/rules.hpp"

namespace pipo {
namespace {

constexpr const char* kEngineHelp =
    R"(Reads one command per line from standard input and answers each on standard output, as in
the Go Text Protocol: '= ...', or '? ...' with an error message, followed by an empty line.
The reply repeats a number that precedes the command. After an error nothing has changed,
and the engine goes on.

If a table covers the position, or the position can be solved within --time and --memory,
the engine plays perfectly. Among equal moves it chooses the one after which the smallest
part of the opponent's replies keeps the value. Elsewhere it compares moves by later
positions that it can solve (sampled), or follows the theory, as explain does. The reply
names the source of the move: table, solved, sampled, theory, or rule-of-thumb if the theory
gives no advice. value, moves and line report an error beyond the limits.

Commands:
  boardsize RxC, start NAME, load POSITION, clear_board   set the board and the position
  play EDGE, genmove, hint, reason, undo                  make, choose and take back moves
  turn, score, position, showboard                        show the game
  value, moves, line                                      show exact values
  time SECONDS, level NUMBER                              set --time and --level
  time_settings MAIN BYO_YOMI MOVES                       gives each player a clock
  time_left PLAYER SECONDS MOVES                          sets a player's clock
  name, version, protocol_version, known_command, list_commands, help, quit

Examples:
  pipo engine
  pipo engine --level 4 --seed 7
  printf 'boardsize 3x3\ngenmove\nshowboard\nquit\n' | pipo engine

docs/engine.md describes each command.)";

struct EngineArguments {
  Limits limits = {.time = 5};
  PlayerOptions how;
  bool ponder = false;
};

int engine(CommandContext& context, const EngineArguments& options) {
  const auto& [limits, how, ponder] = options;
  if (how.samples_only && (how.level < kStrongest || limits.time == 0)) {
    throw BadInput("--samples solves later positions; leave --level and --time 0 out");
  }
  const Tables tables = available_tables(context, limits);
  SolvingProgress progress(context);
  Engine engine(solver_within(limits, tables, progress), PIPOPIPETTE_VERSION, how);
  ProblemReporter problems;
  TypedLine line;
  while (!engine.ended()) {
    auto pondering = ponder ? engine.ponder() : nullptr;
    if (!next_line(context.in, line)) break;
    pondering.reset();
    const Interruption interruption;
    const std::string reply =
        line.too_long ? "? the line is longer than 64 KiB, the limit\n\n" : engine.reply(line.text);
    Interruption::check();
    progress.clear();
    write(context.out, reply);
    problems.report(context, tables.problems());
  }
  return ExitCode::done;
}

}  // namespace

void add_engine(CLI::App& app, CommandContext& context) {
  Command command(app, "engine", "Plays against another program, over standard input and output",
                  kEngineHelp);
  EngineArguments& arguments = command.action<EngineArguments>(context, engine);
  add_last_move(command, context.last_move_cost);
  add_limits(command, arguments.limits, "a move");
  add_playing(command, arguments.how, arguments.ponder);
  command.flag(
      "--samples", arguments.how.samples_only,
      "Choose by later positions even if the position itself can be solved, to measure that");
}

}  // namespace pipo
