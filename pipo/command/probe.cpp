// `pipo probe`: the values of positions and of each of their moves.
#include <algorithm>

#include "parallel/threads.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/line_answers.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/table/nim_tables.hpp"

namespace pipo {
namespace {

constexpr const char* kProbeHelp =
    R"(A position is BOARD:BITS. Each edge has one bit, 0 (open) or 1 (drawn): first the horizontal
edges, row by row from the top, then the vertical ones, row by row. A picture has dots (+),
drawn edges (-- and |) and spaces for open ones, on a strict grid; the pictures that probe
and explain show can be read back.

--notation NAME reads the notation of another program, book or page; auto detects it. The
help of convert lists all notations. --file reads a whole file. If the notation or
--mover-score gives the turn and the score, the answer includes the score at the end under
best play.

A position whose layer a table omits is solved; on boards of the atlas (see 'pipo --help')
most take less than two seconds, and the answer says how it was found. Positions of other boards
need a table, or "pipo solve".

--format jsonl writes each answer as one line of JSON.

--game nimstring answers by tables of Nimstring ("pipo generate --game nimstring"): the
nim-value of the position, or that it is loony, who wins, and the same after each move.

--last-move C answers by tables of the game in which the last move costs C points ("pipo
generate --last-move C").

In a batch each line is a position. Empty lines and lines that begin with '#' are skipped.
A line that cannot be answered does not stop the others; the exit code is that of the most
serious error. Answers are written as soon as their lines have been read. The input may be
compressed with gzip or zstd. A line may have up to 64 KiB.

Examples:
  pipo probe 1x1:0111
  pipo probe --format jsonl 3x3:000000000000000000000000
  pipo probe --batch positions.txt --format jsonl > answers.jsonl
  pipo probe --batch positions.txt.zst --format jsonl | gzip > answers.jsonl.gz
  pipo probe --picture board.txt
  pipo probe --notation moves "2x2 h0.0; v1.1; h2.0"
  pipo probe --file game.dbl --notation ksquares
  pipo probe --picture board.txt --mover-score 2-3
  pipo probe --game nimstring 3x3:000000000000000000000000)";

struct ProbeArguments {
  std::vector<std::string> positions;
  std::string batch;
  NotationChoice notation;
  std::string format;
  std::string game;
  int threads = 0;
};

// Opens the tables. If there is none, the error names the command that solves the position.
Tables tables_for(const CommandContext& context, const Position& position) {
  try {
    return open_tables(context);
  } catch (const UnreadableTable&) {
    throw;
  } catch (const MissingTable& error) {
    throw MissingTable(std::string(error.what()) + "; name one with --tables or PIPO_TABLES" +
                       MakingAdvice(context.tables, TableGame::dots_and_boxes,
                                    static_cast<LastMoveCost>(context.last_move_cost))
                           .solving(position));
  }
}

template <typename SomeTables>
int probe_questions(CommandContext& context, const ProbeArguments& options,
                    const std::vector<Question>& questions, const SomeTables& tables) {
  BatchAnswers batch(context, tables, answer_format(options.format), false, options.threads);
  batch.answer(questions);
  return batch.finish();
}

// Positions that cannot be read, or that no table can cover, are reported before missing tables.
int probe_questions(CommandContext& context, const ProbeArguments& options,
                    const std::vector<Question>& questions) {
  const auto first = std::ranges::find_if(questions, [](const Question& one) {
    return one.position && one.position->board.is_small();
  });
  const std::vector<std::filesystem::path> none;
  const bool any = first != questions.end();
  if (game_named(options.game) == TableGame::nimstring) {
    return probe_questions(context, options, questions,
                           NimTables(any ? context.tables : none, tables_options(context)));
  }
  return probe_questions(
      context, options, questions,
      any ? tables_for(context, *first->position) : Tables(none, tables_options(context)));
}

template <typename SomeTables>
int probe_batch(CommandContext& context, const ProbeArguments& options, const ReadOptions& reading,
                Source& source, const SomeTables& tables) {
  BatchAnswers batch(context, tables, answer_format(options.format), true, options.threads);
  LineReader reader(source.stream(), source.name());
  return batch.finish(
      reader.read_all([&](const auto& lines) { batch.answer(parse_questions(lines, reading)); }));
}

int probe(CommandContext& context, const ProbeArguments& options) {
  if (context.last_move_cost > 0 && game_named(options.game) == TableGame::nimstring) {
    throw BadInput("Nimstring has no points; leave --last-move out");
  }
  const int others = !options.positions.empty() + !options.batch.empty();
  if (reads_file(options.notation, others, "positions, --batch")) {
    const auto [game, turn_and_score] = read_game_file(context, options.notation);
    const std::string text = to_string(game.position());
    return probe_questions(context, options, {{1, text, game.position(), turn_and_score, {}}});
  }
  if (others == 0) {
    throw BadInput(
        "no position to probe; give one such as 1x1:0111, or --batch FILE, or --picture FILE (see "
        "'pipo probe --help')");
  }
  const ReadOptions reading = read_options_of(options.notation, context.last_move_cost);
  if (options.positions.empty()) {
    Source source(context.in, options.batch);
    if (game_named(options.game) == TableGame::nimstring) {
      return probe_batch(context, options, reading, source,
                         NimTables(context.tables, tables_options(context)));
    }
    return probe_batch(context, options, reading, source, open_tables(context));
  }
  std::vector<Question> questions;
  questions.reserve(options.positions.size());
  for (const std::string& position : options.positions) {
    questions.push_back(parse_question(position, reading, questions.size() + 1));
  }
  return probe_questions(context, options, questions);
}

}  // namespace

void add_probe(CLI::App& app, CommandContext& context) {
  Command command(app, "probe", "Shows the values of positions and of their moves", kProbeHelp);
  ProbeArguments& arguments = command.action<ProbeArguments>(
      context, [](CommandContext& its, const ProbeArguments& options) {
        // A few positions need no threads, unless a sweep starts its own.
        if (options.batch.empty()) return probe(its, options);
        return with_threads(options.threads, [&] { return probe(its, options); });
      });
  command.texts("POSITION", arguments.positions, "Positions, for example 1x1:0111");
  command.text("--batch", arguments.batch, "FILE|-",
               "File with a position per line, - for standard input");
  add_notation(command, arguments.notation);
  add_game(command, arguments.game);
  add_last_move(command, context.last_move_cost);
  command.format(arguments.format, {"text", "jsonl"});
  command.threads(arguments.threads);
}

}  // namespace pipo
