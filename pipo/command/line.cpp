// `pipo line`: best play from a position to the end.
#include <memory>

#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/failing.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/command/problem_reporter.hpp"
#include "pipo/game/best_play.hpp"
#include "pipopipette/error.hpp"

namespace pipo {
namespace {

constexpr const char* kLineHelp =
    R"(Shows one way to play as well as possible, for both sides, to the last edge: who draws
which edge, how many boxes that takes, the score after it (of the player to move in the
position first; from 0-0, unless it is known), and what the rest from there is worth to
the player who draws it, the boxes of this move included. Of the best moves it takes one
that captures most boxes, of those the first; --all names the others, too.

--notation, --file and --score are as for probe. It needs a table of the position.

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
  const NotationChoice& choice = options.notation;
  const bool file = reads_file(choice, !options.position.empty(), "a position");
  if (!file && options.position.empty()) {
    throw BadInput(
        "no position to play from: give one such as 1x1:0111, or --picture FILE, or --file FILE "
        "(see 'pipo line --help')");
  }
  const GivenGame given =
      file ? read_game_file(session, choice) : read_line(reading_of(choice), options.position);
  const Tables tables(session.tables);
  ProblemReporter problems;
  MakingAdvice advice(session.tables);
  const auto failed = failing(given.game.position, advice, [&] {
    const BestPlay play = best_play(given, tables, options.all);
    write(session, options.format == "jsonl" ? best_play_json(play) : best_play_text(play));
  });
  if (failed) {
    problems.told(failed->message);
    complain(session, failed->message);
  }
  problems.report(session, tables);
  return failed ? failed->code : static_cast<int>(ExitCode::done);
}

}  // namespace

void add_line(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<LineArguments>();
  Command command(app, "line", "Best play from a position to the end", kLineHelp);
  command.text("POSITION", arguments->position, "", "A position, for example 1x1:0111");
  add_notation(command, arguments->notation);
  command.flag("--all", arguments->all, "Name every move that is as good, at each step");
  command.format(arguments->format, {"text", "jsonl"});
  command.action(session, [&session, arguments] { return line(session, *arguments); });
}

}  // namespace pipo
