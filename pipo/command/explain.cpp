// `pipo explain`: what the theory says about a position, in words.
#include <memory>

#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/problem_reporter.hpp"
#include "pipo/io/source.hpp"
#include "pipo/words/explained.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"

namespace pipo {
namespace {

constexpr const char* kExplainHelp =
    R"(Shows the position with a letter a component in its boxes, and says what each is, who has
to open and who controls, what the endgame is worth and by which theorem, and what to
play; before the endgame, who wins Nimstring and what to steer for. Boxes to capture are
marked *. docs/theory.md explains the words.

No table is needed. Where one is at hand its exact values stand beside the theory's.

Examples:
  pipo explain 3x3:111011000111011111010101
  pipo explain --format jsonl 3x3:000000000000000000000000
  pipo explain --picture board.txt)";

struct ExplainArguments {
  std::string position;
  std::string picture;
  std::string format;
};

Position position_of(Session& session, const ExplainArguments& options) {
  if (options.position.empty() == options.picture.empty()) {
    throw BadInput(options.position.empty()
                       ? "nothing to explain: give a position such as 1x1:0111, or --picture FILE "
                         "(see 'pipo explain --help')"
                       : "a position and --picture exclude each other: give one");
  }
  if (!options.position.empty()) return parse_position(options.position);
  Source source(session, options.picture);
  return read_picture(source);
}

// Where no folder can be read there are no tables: none is needed.
Tables tables_at_hand(const Session& session) {
  try {
    return Tables(session.tables);
  } catch (const MissingTable&) {
    return Tables(std::vector<std::filesystem::path>());
  }
}

int explain(Session& session, const ExplainArguments& options) {
  const Position position = position_of(session, options);
  const Tables tables = tables_at_hand(session);
  const Explained result = explained(position, tables);
  write(session, options.format == "jsonl" ? explained_json(result) : explained_text(result));
  ProblemReporter().report(session, tables);
  return result.damaged ? ExitCode::damaged_table : ExitCode::done;
}

}  // namespace

void add_explain(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<ExplainArguments>();
  Command command(app, "explain", "Says in words what a position is and what to play",
                  kExplainHelp);
  command.text("POSITION", arguments->position, "", "A position, for example 1x1:0111");
  command.picture(arguments->picture);
  command.format(arguments->format, {"text", "jsonl"});
  command.action(session, [&session, arguments] { return explain(session, *arguments); });
}

}  // namespace pipo
