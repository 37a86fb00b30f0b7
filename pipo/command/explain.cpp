// `pipo explain`: what the theory says about a position, as text.
#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "answers/explained.hpp"
#include "answers/question.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/line_answers.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipopipette/error.hpp"

namespace pipo {
namespace {

constexpr const char* kExplainHelp =
    R"(Shows the position with a letter for each component in its boxes. Then it names the
components, who must open the endgame and who controls it, the value of the endgame and
the theorem that gives it, and what to play. Before the endgame it tells who wins Nimstring
and which endgames to aim for. Boxes on offer are marked *. docs/theory.md explains the
terms.

If a table covers the position, or the position can be solved within --time and --memory,
its exact values decide which moves are best, and the advice of the theory is compared with
them. Otherwise the theory alone answers. --time 0 uses tables only.

A batch has one position per line. --notation, --file and --mover-score are as for probe.

Examples:
  pipo explain 3x3:111011000111011111010101
  pipo explain --format jsonl 3x3:000000000000000000000000
  pipo explain --picture board.txt
  pipo explain --notation amdw "2x2 0 0 t; 1 1 r"
  pipo explain --batch positions.txt --format jsonl)";

struct ExplainArguments {
  std::vector<std::string> positions;
  std::string batch;
  NotationChoice notation;
  std::string format;
  Limits limits = {.time = 10};
};

// Writes explanations in the order in which they are requested.
class Explaining {
 public:
  Explaining(CommandContext& context, const ExplainArguments& options)
      : results(context, !options.batch.empty()),
        context_(context),
        progress_(context),
        solver_(
            solver_within(options.limits, available_tables(context, options.limits), progress_)),
        as_json_(options.format == "jsonl") {}

  // Reports a question without a position, and goes on.
  void explain(const Question& question) {
    if (!question.position) {
      return results.fail({question.number, ExitCode::bad_input, question.problem});
    }
    const Interruption interruption;
    const Explained result = explained(*question.position, solver_, question.turn_and_score);
    Interruption::check();
    progress_.clear();
    if (!as_json_ && any_) write(context_.out, "\n");
    write(context_.out, as_json_ ? line_of(explained_json(result)) : explained_text(result));
    any_ = true;
    results.report_problems(solver_.tables().problems());
    if (result.damaged) results.raise_code(ExitCode::damaged_table);
  }

  LineResults results;

 private:
  CommandContext& context_;
  SolvingProgress progress_;
  Solver solver_;
  bool as_json_;
  bool any_ = false;
};

int explain(CommandContext& context, const ExplainArguments& options) {
  const NotationChoice& choice = options.notation;
  const int others = !options.positions.empty() + !options.batch.empty();
  if (reads_file(choice, others, "positions, --batch")) {
    const ParsedGame asked = read_game_file(context, choice);
    Explaining explaining(context, options);
    explaining.explain({.text = {},
                        .position = asked.game.position(),
                        .turn_and_score = asked.turn_and_score,
                        .problem = {}});
    return explaining.results.code();
  }
  if (others == 0) {
    throw BadInput(
        "no position to explain; give one such as 1x1:0111, or --batch FILE, or --picture FILE, "
        "or --file FILE (see 'pipo explain --help')");
  }
  const ReadOptions reading = read_options_of(choice, context.last_move_cost);
  if (!options.batch.empty()) {
    Source source(context.in, options.batch);
    Explaining explaining(context, options);
    return explaining.results.read({source.stream(), source.name()}, [&](const auto& lines) {
      for (const Question& question : parse_questions(lines, reading)) {
        explaining.explain(question);
      }
    });
  }
  Explaining explaining(context, options);
  for (const std::string& position : options.positions) {
    explaining.explain(parse_question(position, reading));
  }
  return explaining.results.code();
}

}  // namespace

void add_explain(CLI::App& app, CommandContext& context) {
  Command command(app, "explain", "Describes a position in words and says what to play",
                  kExplainHelp);
  ExplainArguments& arguments = command.action<ExplainArguments>(context, explain);
  command.texts("POSITION", arguments.positions, "Positions, for example 1x1:0111");
  command.text("--batch", arguments.batch, "FILE|-",
               "File with a position per line, - for standard input");
  add_notation(command, arguments.notation);
  add_last_move(command, context.last_move_cost);
  add_limits(command, arguments.limits, "a position");
  command.format(arguments.format, {"text", "jsonl"});
}

}  // namespace pipo
