// `pipo probe`: the value of positions and of each of their moves.
#include <algorithm>
#include <memory>

#include "pipo/command/batch.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/options.hpp"
#include "pipo/io/source.hpp"
#include "pipo/io/threads.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

constexpr const char* kFooter =
    R"(A position is BOARD:BITS: one 0 (open) or 1 (drawn) an edge, horizontal edges first,
row by row from the top, then vertical ones row by row. A picture has dots (+), drawn
edges (-- and |) and spaces for open ones.

With --format jsonl every answer is a line of JSON.

In a batch every line is a position; empty lines and lines that begin with '#' are
skipped. Lines that cannot be answered do not stop the others; the exit code is then
that of the gravest error. Answers are written as soon as their lines have been read.
The file may be compressed with gzip or zstd.

Examples:
  pipo probe 1x1:0111
  pipo probe --format jsonl 3x3:000000000000000000000000
  pipo probe --batch positions.txt --format jsonl > answers.jsonl
  pipo probe --batch positions.txt.zst --format jsonl | gzip > answers.jsonl.gz
  pipo probe --picture board.txt)";

struct ProbeOptions {
  std::vector<std::string> positions;
  std::string batch;
  std::string picture;
  std::string format;
  int threads = 0;
};

AnswerFormat answer_format(const ProbeOptions& options) {
  return options.format == "jsonl" ? AnswerFormat::jsonl : AnswerFormat::text;
}

bool is_position(const std::string& text) {
  try {
    parse_position(text);
    return true;
  } catch (const BadInput&) {
    return false;
  }
}

int probe_arguments(Session& session, const ProbeOptions& options) {
  // What is no position is the first thing to say, before whether there are tables.
  const auto& positions = options.positions;
  const bool any = std::any_of(positions.begin(), positions.end(), is_position);
  const Tables tables(any ? session.tables : std::vector<std::filesystem::path>());
  Batch batch(session, tables, answer_format(options), "");
  std::vector<TextLine> questions;
  questions.reserve(positions.size());
  for (const std::string& position : positions) {
    questions.push_back({questions.size() + 1, position});
  }
  batch.answer(questions);
  return batch.finish();
}

int probe_batch(Session& session, const ProbeOptions& options) {
  Source source(session, options.batch);
  const Tables tables(session.tables);
  Batch batch(session, tables, answer_format(options), "line");
  LineReader reader(source.stream(), source.name());
  std::vector<TextLine> lines;
  while (reader.next(lines)) {
    std::erase_if(lines,
                  [](const TextLine& line) { return line.text.empty() || line.text[0] == '#'; });
    batch.answer(lines);
  }
  return batch.finish();
}

int probe_picture(Session& session, const ProbeOptions& options) {
  Source source(session, options.picture);
  const Position position = read_picture(source);
  const Tables tables(session.tables);
  Batch batch(session, tables, answer_format(options), "");
  batch.answer(position);
  return batch.finish();
}

int probe(Session& session, const ProbeOptions& options) {
  const int sources =
      !options.positions.empty() + !options.batch.empty() + !options.picture.empty();
  if (sources > 1) throw BadInput("positions, --batch and --picture exclude each other: give one");
  if (!options.positions.empty()) return probe_arguments(session, options);
  if (!options.batch.empty()) return probe_batch(session, options);
  if (!options.picture.empty()) return probe_picture(session, options);
  throw BadInput(
      "nothing to probe: give a position such as 1x1:0111, or --batch FILE, or --picture FILE (see "
      "'pipo probe --help')");
}

}  // namespace

void add_probe(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("probe", "Says the value of positions and of each move");
  const auto options = std::make_shared<ProbeOptions>();
  command->footer(kFooter);
  command->add_option("POSITION", options->positions, "Positions, for example 1x1:0111")
      ->type_name("");
  command
      ->add_option("--batch", options->batch, "File with a position a line, - for standard input")
      ->type_name("FILE|-");
  command
      ->add_option("--picture", options->picture,
                   "File with a picture of a position, - for standard input")
      ->type_name("FILE|-");
  add_format(*command, options->format, {"text", "jsonl"});
  add_threads(*command, options->threads);
  command->callback([&session, options] {
    session.action = [&session, options] {
      return with_threads(options->threads, [&] { return probe(session, *options); });
    };
  });
}

}  // namespace pipo
