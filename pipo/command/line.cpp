// `pipo line`: best play from a position to the end.
#include "answers/line.hpp"

#include "answers/values.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/notation_choice.hpp"

namespace pipo {
namespace {

constexpr const char* kLineHelp =
    R"(Shows one line of best play by both players, to the last edge. For each move it shows the
player, the edge, the boxes it takes, the score after it (of the player to move in the
position first; from 0-0 unless the score is known), and the margin from here for the
player who moves, boxes of the move included. It chooses the first of the best moves that
capture the most boxes; --all also lists the other best moves.

If no table covers the position, it is solved, as by "pipo solve". Beyond --time (for the
whole line) or --memory the command fails with exit code 5, and the message says what would
suffice. --notation, --file and --mover-score are as for probe.

Examples:
  pipo line 3x3:111011000111011111010101
  pipo line --all 2x2:000000000000
  pipo line --format jsonl 1x1:0000
  pipo line --picture board.txt --mover-score 2-3
  pipo line --time 60 --memory 8G --file game.dbl --notation ksquares)";

struct LineArguments {
  std::string position;
  NotationChoice notation;
  bool all = false;
  std::string format;
  Limits limits = {.time = 10};
};

int line(CommandContext& context, const LineArguments& options) {
  const ParsedGame given = read_given_game(
      context, options.notation, options.position, "a position",
      "no position to play from; give one such as 1x1:0111, or --picture FILE, or --file FILE (see "
      "'pipo line --help')");
  const Tables tables = available_tables(context, options.limits);
  SolvingProgress progress(context);
  const Solver solver = solver_within(options.limits, tables, progress);
  const Interruption interruption;
  const auto show = [&] {
    const BestPlay play = best_play(given, solver, options.all);
    progress.clear();
    write(context.out,
          options.format == "jsonl" ? line_of(best_play_json(play)) : best_play_text(play));
    return ExitCode::done;
  };
  return reporting_errors(context, tables, given.game.position(), show, &options.limits, &progress);
}

}  // namespace

void add_line(CLI::App& app, CommandContext& context) {
  Command command(app, "line", "Shows best play from a position to the end", kLineHelp);
  LineArguments& arguments = command.action<LineArguments>(context, line);
  command.text("POSITION", arguments.position, "", "A position, for example 1x1:0111");
  add_notation(command, arguments.notation);
  command.flag("--all", arguments.all, "Also list the other best moves at each step");
  add_last_move(command, context.last_move_cost);
  add_limits(command, arguments.limits, "the positions of the line");
  command.format(arguments.format, {"text", "jsonl"});
}

}  // namespace pipo
