// `pipo loony`: the player who has to make the first loony move.
#include <fmt/core.h>

#include <cstddef>
#include <string>
#include <vector>

#include "answers/first_loony.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/line_answers.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/steady_seconds.hpp"
#include "probe/table/nim_tables.hpp"
#include "search/explain.hpp"

namespace pipo {
namespace {

constexpr const char* kLoonyHelp =
    R"(Says which player has to make the first loony move if both avoid it as long as they can: the
player who does gives the opponent control. It lists the moves that keep it so, and what the
long chain rule predicts from the long chains that there are so far.

A move is loony if it leaves boxes on offer that the opponent may either take or hand back:
three or more of a string, four or more of a loop, or two of a string cut at its end. The
player who has to make the first one, or finds no move left, loses Nimstring. So a table of
Nimstring answers ("pipo generate --game nimstring"), else a search within --time for each
position. Control mostly decides the game, but not always: "pipo solve" has the exact margin.

--batch, --notation, --file and --ordered are as for probe.

Examples:
  pipo loony 3x3:000000000000000000000000
  pipo loony --format jsonl 2x2:110001000000
  pipo loony --time 60 --file game.dbl --notation ksquares)";

struct LoonyArguments {
  std::vector<std::string> positions;
  std::string batch;
  NotationChoice notation;
  double time = 10;
  std::string format;
};

constexpr std::size_t kMemory = std::size_t{256} << 20;

// Returns the tables of Nimstring in the folders of the user, if there are any.
NimTables nim_tables(const CommandContext& context) {
  try {
    return NimTables(context.tables, tables_options(context));
  } catch (const MissingTable&) {
    return NimTables(std::vector<std::filesystem::path>());
  }
}

// Writes the answers in the order in which they are requested.
class Answering {
 public:
  Answering(CommandContext& context, const LoonyArguments& options)
      : results(context, !options.batch.empty()),
        context_(context),
        options_(options),
        tables_(nim_tables(context)) {}

  // Reports a question that has no answer, and goes on.
  void answer(const Question& question) {
    if (!question.position) {
      return results.fail({question.number, ExitCode::bad_input, question.problem});
    }
    const Interruption interruption;
    try {
      const FirstLoonyAnswer found = answer(*question.position);
      const bool json = options_.format == "jsonl";
      write(context_.out, (any_ && !json ? "\n" : "") +
                              (json ? line_of(first_loony_json(found)) : first_loony_text(found)));
      any_ = true;
    } catch (const Stopped&) {
      throw;
    } catch (const Error& error) {
      results.fail({question.number, exit_status(error.code()), error.what()});
    }
    results.report_problems(tables_.problems());
  }

  LineResults results;

 private:
  FirstLoonyAnswer answer(const Position& position) {
    FirstLoonyAnswer answer{.position = position, .rule = theory::chain_rule(position)};
    const double begin = steady_seconds();
    if (position.board.is_small()) {
      const auto found = theory::first_loony_move(
          position, [this](const Position& of) { return tables_.find_value(of); });
      if (found) {
        answer.found = *found;
        if (position.layer() < position.board.edges()) {
          answer.table = folder_name(tables_.answer(position).table);
        }
        return answer;
      }
    }
    const Deadline deadline(options_.time);
    graph::NimValues nim_values(position.board, kMemory,
                                [&] { return deadline.over() || Interruption::requested(); });
    const auto found =
        theory::first_loony_move(position, [&](const Position& of) { return nim_values(of); });
    Interruption::check();
    if (!found) refuse(position, deadline.over());
    answer.found = *found;
    answer.looked_at = nim_values.solver().nodes();
    answer.seconds = steady_seconds() - begin;
    return answer;
  }

  [[noreturn]] void refuse(const Position& position, bool in_time) const {
    const std::string where =
        fmt::format("{} with {} drawn", position.board.name(),
                    counted(static_cast<std::uint64_t>(position.layer()), "edge"));
    if (!in_time) {
      throw OutOfTime(where + ": too many strings are connected for a search; draw more edges");
    }
    throw OutOfTime(fmt::format(
        "{}: the nim-values were not found in {}; draw more edges, or allow more --time{}", where,
        human_seconds(options_.time),
        position.board.is_small() ? ", or make a table with 'pipo generate --game nimstring'"
                                  : ""));
  }

  CommandContext& context_;
  const LoonyArguments& options_;
  NimTables tables_;
  bool any_ = false;
};

int loony(CommandContext& context, const LoonyArguments& options) {
  const NotationChoice& choice = options.notation;
  const int others = !options.positions.empty() + !options.batch.empty();
  const bool file = reads_file(choice, others, "positions, --batch");
  if (!file && others == 0) {
    throw BadInput(
        "no position; give one such as 1x1:0111, or --batch FILE, or --picture FILE, or --file "
        "FILE (see 'pipo loony --help')");
  }
  Answering answering(context, options);
  if (file) {
    const ParsedGame asked = read_game_file(context, choice);
    Question question;
    question.position = asked.game.position();
    answering.answer(question);
  } else if (!options.batch.empty()) {
    const ReadOptions reading = read_options_of(choice);
    Source source(context.in, options.batch);
    return answering.results.read({source.stream(), source.name()}, [&](const auto& lines) {
      for (const Question& question : parse_questions(lines, reading)) answering.answer(question);
    });
  } else {
    const ReadOptions reading = read_options_of(choice);
    for (const std::string& position : options.positions) {
      answering.answer(parse_question(position, reading));
    }
  }
  return answering.results.code();
}

}  // namespace

void add_loony(CLI::App& app, CommandContext& context) {
  Command command(app, "loony", "Says who has to make the first loony move", kLoonyHelp);
  LoonyArguments& arguments = command.action<LoonyArguments>(context, loony);
  command.texts("POSITION", arguments.positions, "Positions, for example 1x1:0111");
  command.text("--batch", arguments.batch, "FILE|-",
               "File with a position per line, - for standard input");
  add_notation(command, arguments.notation);
  command.seconds("--time", arguments.time, kShortestTime, kLongestTime,
                  "Longest time for a position in seconds", Default::shown);
  command.format(arguments.format, {"text", "jsonl"});
}

}  // namespace pipo
