// `pipo play`: a game against pipo in the terminal.
#include <fmt/core.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "answers/text.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/game/terminal_game.hpp"
#include "pipo/io/input.hpp"
#include "pipopipette/error.hpp"
#include "player/clock.hpp"
#include "player/rules.hpp"
#include "solve/limits.hpp"

namespace pipo {
namespace {

constexpr const char* kPlayHelp =
    R"(Type the name of an edge to draw it; the board shows the name in the edge's place. The
player who completes a box takes it and moves again. undo takes your last move back, hint
shows the value of each move, quit ends the game.

If a table covers the position, or the position can be solved within --time and --memory,
pipo plays perfectly; elsewhere it compares moves by later positions that it can solve, or
follows the theory, as explain does. It shows the reason for each of its moves. The game
starts from the board (default: 3x3) or from a position; --notation, --file and
--mover-score are as for probe.

With --clock both players have a clock. 300 is five minutes for the game; 300+30/5 adds
periods of 30 seconds for 5 moves each (0+10/1: 10 seconds a move). The prompt and the end
of the game show the time left. The game goes on if a player exceeds it.

Levels below 10 know less: 1 takes boxes, 2 offers none while it can, 3 offers few, 4 knows
loony endgames, 5 the theory, 6 searches, 7 to 9 solve within 0.2, 1 and 3 s, without tables.

Examples:
  pipo play
  pipo play 4x4 --as 2
  pipo play 5x5 --time 30
  pipo play 5x5 --clock 300+30/5
  pipo play 5x5 --level 3
  pipo play 3x4-swedish
  pipo play 3x3:000000000000110000100001
  pipo play --file game.dbl --notation ksquares)";

struct PlayArguments {
  std::string from;
  NotationChoice notation;
  std::string as;
  std::string color;
  Limits limits = {.time = 10};  // enough for every position of the atlas's boards
  std::string clock;
  PlayerOptions how;
  bool ponder = false;
};

Game begun(CommandContext& context, const PlayArguments& options) {
  const NotationChoice& choice = options.notation;
  if (reads_file(choice, !options.from.empty(), "a board or position")) {
    return continued(read_game_file(context, choice));
  }
  if (options.from.empty()) return Game(Board(3, 3));
  if (!choice.notation_given && options.from.find(':') == std::string::npos) {
    if (options.from.find('-') == std::string::npos) return Game(Board::parse(options.from));
    return started(chosen_table({.board = options.from}));
  }
  return continued(read_line(read_options_of(choice), options.from));
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

// Returns what the level does; for the highest one, a warning if it does not know the values at the
// beginning of the game.
std::string warning(const CommandContext& context, const Solver& solver, const Position& position,
                    const SolverOptions& of_a_move, const PlayArguments& options) {
  const int level = options.how.level;
  if (level < kStrongest) {
    return wrapped(fmt::format("At level {}, pipo {}.", level, description(level)), "", 0);
  }
  try {
    const Attempt known = solver.try_solve(position, of_a_move);
    if (known.solution) return {};
    const std::string text =
        known.code == ErrorCode::missing_table
            ? fmt::format(
                  "No table covers this position, so pipo goes by the theory and can be "
                  "beaten; {}.",
                  MakingAdvice(context.tables).on(position))
            : fmt::format(
                  "pipo cannot solve this position yet. Until it can, it goes by later positions "
                  "and the theory, and can be beaten. {}.",
                  options.clock.empty() ? with_sufficient_options(known.why_not, facts_of(known),
                                                                  position, options.limits)
                                        : known.why_not);
    return wrapped(text, "", 0);
  } catch (const DamagedTable&) {  // reported with the other problems
    return {};
  }
}

int play(CommandContext& context, const PlayArguments& options) {
  const Clock clock = options.clock.empty() ? Clock() : Clock(parse_time_settings(options.clock));
  Game game = begun(context, options);
  if (game.over()) throw BadInput("no edge is open: the game is over already");
  const Tables tables = available_tables(context, options.limits);
  SolvingProgress progress(context);
  const Solver solver = solver_within(options.limits, tables, progress);
  ProblemReporter problems;
  const auto show = [&](auto&& text) {
    const Interruption interruption;
    const std::string shown = text();
    Interruption::check();
    progress.clear();
    write(context.out, shown);
    problems.report(context, tables.problems());
  };
  const Position start = game.position();
  TerminalGame terminal(solver, options.how, std::move(game), options.as == "1" ? 0 : 1,
                        in_colours(options.color, context.out), clock);
  show([&] { return warning(context, solver, start, terminal.limits(), options); });
  show([&] { return terminal.opening(); });
  TypedLine line;
  while (!terminal.ended()) {
    auto pondering = options.ponder ? terminal.ponder() : nullptr;
    const bool more = next_line(context.in, line);
    pondering.reset();
    if (!more) {
      write(context.out, "\n");  // after the prompt
      break;
    }
    show([&] { return terminal.reply(line.text); });
  }
  return ExitCode::done;
}

}  // namespace

void add_play(CLI::App& app, CommandContext& context) {
  Command command(app, "play", "Plays a game against you in the terminal", kPlayHelp);
  PlayArguments& arguments = command.action<PlayArguments>(context, play);
  command.text("POSITION", arguments.from, "",
               "A board, the name of a table, or a position (default: 3x3)");
  add_notation(command, arguments.notation);
  command.word("--as", arguments.as, {"1", "2"}, "Which player you are: 1 begins", "PLAYER");
  command.word("--color", arguments.color, {"auto", "always", "never"},
               "Whether to colour the board", "WHEN");
  add_limits(command, arguments.limits, "a move");
  command.text("--clock", arguments.clock, "CLOCK",
               "A clock for each player, such as 300 or 300+30/5 (see below); replaces --time");
  arguments.how.seed = std::random_device()() | std::uint64_t{1};
  add_playing(command, arguments.how, arguments.ponder);
}

}  // namespace pipo
