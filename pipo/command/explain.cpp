// `pipo explain`: what the theory says about a position, as text.
#include <fmt/core.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "answers/explained.hpp"
#include "answers/question.hpp"
#include "pipo/command/batch.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
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
      : context_(context),
        progress_(context),
        solver_(
            solver_within(options.limits, available_tables(context, options.limits), progress_)),
        as_json_(options.format == "jsonl") {}

  void explain(const Position& position, const TurnAndScore& turn_and_score) {
    const Interruption interruption;
    const Explained result = explained(position, solver_, turn_and_score);
    Interruption::check();
    progress_.clear();
    if (!as_json_ && any_) write(context_, "\n");
    write(context_, as_json_ ? explained_json(result) : explained_text(result));
    any_ = true;
    problems_.report(context_, solver_.tables());
    if (result.damaged) code_ = std::max(code_, static_cast<int>(ExitCode::damaged_table));
  }

  // Reports a question without a position and continues. `place` is its location: "line 3: ".
  void explain(const Question& question, const std::string& place) {
    if (question.position) return explain(*question.position, question.turn_and_score);
    refuse(place + question.problem);
  }

  void refuse(const std::string& why) {
    report_error(context_, why);
    code_ = std::max(code_, static_cast<int>(ExitCode::bad_input));
  }

  int code() const { return code_; }

 private:
  CommandContext& context_;
  SolvingProgress progress_;
  Solver solver_;
  bool as_json_;
  bool any_ = false;
  int code_ = ExitCode::done;
  ProblemReporter problems_;
};

int explain_batch(CommandContext& context, const ExplainArguments& options) {
  const ReadOptions reading = read_options_of(options.notation);
  Source source(context.in, options.batch);
  Explaining explaining(context, options);
  LineReader reader(source.stream(), source.name());
  const auto broken_off = reader.read_all([&](const auto& lines) {
    for (const Question& question : parse_questions(lines, reading)) {
      explaining.explain(question, fmt::format("line {}: ", question.number));
    }
  });
  if (broken_off) explaining.refuse(*broken_off);
  return explaining.code();
}

int explain_arguments(CommandContext& context, const ExplainArguments& options) {
  const ReadOptions reading = read_options_of(options.notation);
  Explaining explaining(context, options);
  for (const std::string& position : options.positions) {
    explaining.explain(parse_question(position, reading), "");
  }
  return explaining.code();
}

int explain(CommandContext& context, const ExplainArguments& options) {
  const NotationChoice& choice = options.notation;
  const int others = !options.positions.empty() + !options.batch.empty();
  if (reads_file(choice, others, "positions, --batch")) {
    const ParsedGame asked = read_game_file(context, choice);
    Explaining explaining(context, options);
    explaining.explain(asked.game.position(), asked.turn_and_score);
    return explaining.code();
  }
  if (!options.batch.empty()) return explain_batch(context, options);
  if (!options.positions.empty()) return explain_arguments(context, options);
  throw BadInput(
      "no position to explain; give one such as 1x1:0111, or --batch FILE, or --picture FILE, or "
      "--file FILE (see 'pipo explain --help')");
}

}  // namespace

void add_explain(CLI::App& app, CommandContext& context) {
  const auto arguments = std::make_shared<ExplainArguments>();
  Command command(app, "explain", "Describes a position in words and says what to play",
                  kExplainHelp);
  command.texts("POSITION", arguments->positions, "Positions, for example 1x1:0111");
  command.text("--batch", arguments->batch, "FILE|-",
               "File with a position per line, - for standard input");
  add_notation(command, arguments->notation);
  add_limits(command, arguments->limits, "a position");
  command.format(arguments->format, {"text", "jsonl"});
  command.action(context, [&context, arguments] { return explain(context, *arguments); });
}

}  // namespace pipo
