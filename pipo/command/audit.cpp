// `pipo audit`: compares what a file says about positions with exact values.
#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>

#include "parallel/with_threads.hpp"
#include "pipo/command/auditing.hpp"
#include "pipo/command/claim_reader.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/io/source.hpp"
#include "pipo/words/audit_report.hpp"
#include "pipopipette/error.hpp"

namespace pipo {
namespace {

constexpr const char* kAuditHelp =
    R"(A line of the file is POSITION VALUE [BEST] [MOVES]. VALUE is the margin for the player to
move, BEST the best moves, h0.0,v1.1, and MOVES the values of moves, h0.0=1,v1.1=-1. In
notations other than dbn, tabs separate the fields. Empty lines and lines that begin with
'#' are skipped. The file may also be csv, whose header names the columns position, value,
best and moves, or the JSON lines that probe and sample write.

Each move named as best must be one of the best moves; with --strict, all best moves must
be listed. A line that cannot be read does not stop the audit. --format junit writes a test
case for each line, for continuous integration.

A position that no table covers is solved, as by "pipo solve". Beyond --time (for each of
them) or --memory it is not audited. Positions that follow from one another share the work
if they are near each other in the file. --time 0 uses tables only.

The exit code is 1 if a claim is wrong, 2 if a line cannot be read, 3 or 4 if a table is
missing or damaged, 5 if a position is beyond the limits.

Examples:
  pipo audit test_positions.txt
  pipo audit --strict test_positions.csv
  pipo audit --notation moves --format junit games.txt > report.xml
  pipo sample 3x3 --count 1000 | pipo audit -
  pipo probe --batch positions.txt --format jsonl | pipo --tables other audit -)";

struct AuditArguments {
  std::string file;
  std::string input;
  std::string notation = "dbn";
  bool notation_given = false;
  bool strict = false;
  std::string format;
  Limits limits = {.time = 10};
};

std::optional<ClaimForm> claim_form(const std::string& input) {
  if (input == "text") return ClaimForm::text;
  if (input == "csv") return ClaimForm::csv;
  if (input == "jsonl") return ClaimForm::jsonl;
  return {};
}

int audit(Session& session, const AuditArguments& options) {
  if (options.notation != kAnyNotation && notation(options.notation).form == NotationForm::file) {
    throw BadInput(fmt::format(
        "{} takes several lines, but each line of this file must be a position; choose another "
        "notation",
        options.notation));
  }
  Source source(session.in, options.file);
  Auditing audit(session, options.limits, options.strict ? BestRule::all : BestRule::some,
                 audit_report(options.format, options.file == "-" ? source.name() : options.file));
  LineReader reader(source.stream(), source.name());
  ClaimReader claims(options.notation, claim_form(options.input));
  std::optional<std::string> broken_off;
  try {
    broken_off = reader.read_all([&](const auto& lines) { audit.audit(claims.read(lines)); });
  } catch (const Stopped& error) {
    audit.refuse(error.what(), ExitCode::stopped);
    return audit.finish();
  }
  if (broken_off) {
    audit.refuse(*broken_off);
  } else if (audit.found_nothing()) {
    audit.refuse(source.name() + " has no position in it: nothing was audited");
  }
  return audit.finish();
}

}  // namespace

void add_audit(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<AuditArguments>();
  Command command(app, "audit", "Checks a file of positions and values against exact values",
                  kAuditHelp);
  command.required_option("FILE", arguments->file, "",
                          "File with a position and its value per line, - for standard input");
  command.word("--input", arguments->input, {"auto", "text", "csv", "jsonl"},
               "Format of the file; auto decides by the first line");
  command.text_with_default("--notation", arguments->notation, arguments->notation_given, "NAME",
                            listed_notations("Notation of the positions", true));
  command.flag("--strict", arguments->strict, "Require that all best moves are listed");
  add_limits(command, arguments->limits, "a position");
  command.format(arguments->format, {"text", "jsonl", "junit"});
  command.action(session, [&session, arguments] {
    return with_threads(arguments->limits.threads, [&] { return audit(session, *arguments); });
  });
}

}  // namespace pipo
