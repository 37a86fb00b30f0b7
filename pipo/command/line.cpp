// `pipo line`: best play from a position to the end.
#include <memory>

#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/failing.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/game/best_play.hpp"

namespace pipo {
namespace {

constexpr const char* kLineHelp =
    R"(Shows one line of best play by both players, to the last edge. For each move it shows the
player, the edge, the boxes it takes, the score after it (of the player to move in the
position first; from 0-0 unless the score is known), and the margin from here for the
player who moves, boxes of the move included. It chooses the first of the best moves that
capture the most boxes; --all also lists the other best moves.

--notation, --file and --score are as for probe. A table must cover the position.

Examples:
  pipo line 3x3:111011000111011111010101
  pipo line --all 2x2:000000000000
  pipo line --format jsonl 1x1:0000
  pipo line --picture board.txt --score 2-3)";

struct LineArguments {
  std::string position;
  NotationChoice notation;
  bool all = false;
  std::string format;
};

int line(Session& session, const LineArguments& options) {
  const GivenGame given = read_given_game(
      session, options.notation, options.position, "a position",
      "no position to play from; give one such as 1x1:0111, or --picture FILE, or --file FILE (see "
      "'pipo line --help')");
  const Tables tables(session.tables);
  return reporting_failure(session, tables, given.game.position(), [&] {
    const BestPlay play = best_play(given, tables, options.all);
    write(session, options.format == "jsonl" ? best_play_json(play) : best_play_text(play));
    return ExitCode::done;
  });
}

}  // namespace

void add_line(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<LineArguments>();
  Command command(app, "line", "Shows best play from a position to the end", kLineHelp);
  command.text("POSITION", arguments->position, "", "A position, for example 1x1:0111");
  add_notation(command, arguments->notation);
  command.flag("--all", arguments->all, "Also list the other best moves at each step");
  command.format(arguments->format, {"text", "jsonl"});
  command.action(session, [&session, arguments] { return line(session, *arguments); });
}

}  // namespace pipo
