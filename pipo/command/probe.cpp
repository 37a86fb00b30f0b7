// `pipo probe`: the values of positions and of each of their moves.
#include <algorithm>
#include <memory>
#include <optional>

#include "parallel/threads.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/failure_report.hpp"
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

--format jsonl writes each answer as one line of JSON.

--game nimstring answers by tables of Nimstring ("pipo generate --game nimstring"): the
nim-value of the position, or that it is loony, who wins, and the same after each move.

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
    return Tables(context.tables);
  } catch (const UnreadableTable&) {
    throw;
  } catch (const MissingTable& error) {
    throw MissingTable(std::string(error.what()) + "; name one with --tables or PIPO_TABLES" +
                       MakingAdvice(context.tables).solving(position));
  }
}

// Calls use(tables) with the tables of the game; `first` is a position that a table could cover.
template <typename Use>
int with_tables(const CommandContext& context, const ProbeArguments& options,
                const std::optional<Position>& first, Use use) {
  if (game_named(options.game) == TableGame::nimstring) {
    return use(NimTables(first ? context.tables : std::vector<std::filesystem::path>()));
  }
  return use(first ? tables_for(context, *first) : Tables(std::vector<std::filesystem::path>()));
}

int probe_arguments(CommandContext& context, const ProbeArguments& options) {
  const ReadOptions reading = read_options_of(options.notation);
  std::vector<Question> questions;
  questions.reserve(options.positions.size());
  for (const std::string& position : options.positions) {
    questions.push_back(parse_question(position, reading, questions.size() + 1));
  }
  // Positions that cannot be read, or that no table can cover, are reported before missing tables.
  const auto first = std::ranges::find_if(questions, [](const Question& one) {
    return one.position && one.position->board.is_small();
  });
  const auto position = first == questions.end() ? std::nullopt : first->position;
  return with_tables(context, options, position, [&](const auto& tables) {
    BatchAnswers batch(context, tables, answer_format(options.format), false);
    batch.answer(questions);
    return batch.finish();
  });
}

template <typename SomeTables>
int probe_batch(CommandContext& context, const ProbeArguments& options, const ReadOptions& reading,
                Source& source, const SomeTables& tables) {
  BatchAnswers batch(context, tables, answer_format(options.format), true);
  LineReader reader(source.stream(), source.name());
  return batch.finish(
      reader.read_all([&](const auto& lines) { batch.answer(parse_questions(lines, reading)); }));
}

int probe_batch(CommandContext& context, const ProbeArguments& options) {
  const ReadOptions reading = read_options_of(options.notation);
  Source source(context.in, options.batch);
  if (game_named(options.game) == TableGame::nimstring) {
    return probe_batch(context, options, reading, source, NimTables(context.tables));
  }
  return probe_batch(context, options, reading, source, Tables(context.tables));
}

int probe_file(CommandContext& context, const ProbeArguments& options) {
  const auto [game, turn_and_score] = read_game_file(context, options.notation);
  const auto coverable =
      game.position().board.is_small() ? std::optional(game.position()) : std::nullopt;
  const std::string text = to_string(game.position());
  const Question question{1, text, game.position(), turn_and_score, {}};
  return with_tables(context, options, coverable, [&](const auto& tables) {
    BatchAnswers batch(context, tables, answer_format(options.format), false);
    batch.answer({question});
    return batch.finish();
  });
}

int probe(CommandContext& context, const ProbeArguments& options) {
  const int others = !options.positions.empty() + !options.batch.empty();
  if (reads_file(options.notation, others, "positions, --batch")) {
    return probe_file(context, options);
  }
  if (!options.positions.empty()) return probe_arguments(context, options);
  if (!options.batch.empty()) return probe_batch(context, options);
  throw BadInput(
      "no position to probe; give one such as 1x1:0111, or --batch FILE, or --picture FILE (see "
      "'pipo probe --help')");
}

}  // namespace

void add_probe(CLI::App& app, CommandContext& context) {
  const auto arguments = std::make_shared<ProbeArguments>();
  Command command(app, "probe", "Shows the values of positions and of their moves", kProbeHelp);
  command.texts("POSITION", arguments->positions, "Positions, for example 1x1:0111");
  command.text("--batch", arguments->batch, "FILE|-",
               "File with a position per line, - for standard input");
  add_notation(command, arguments->notation);
  add_game(command, arguments->game);
  command.format(arguments->format, {"text", "jsonl"});
  command.threads(arguments->threads);
  command.action(context, [&context, arguments] {
    const int threads = arguments->batch.empty() ? 1 : arguments->threads;
    return with_threads(threads, [&] { return probe(context, *arguments); });
  });
}

}  // namespace pipo
