// `pipo solve`: the value of any position and of each of its moves, with or without a table.
#include <fmt/core.h>
#include <tbb/task_arena.h>

#include <memory>

#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/failing.hpp"
#include "pipo/command/make_table.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/command/problem_reporter.hpp"
#include "pipo/command/tables_at_hand.hpp"
#include "pipo/io/process.hpp"
#include "pipo/io/progress.hpp"
#include "pipo/words/answer_json.hpp"
#include "pipo/words/answer_text.hpp"
#include "pipo/words/units.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/sizes.hpp"
#include "solve/solver.hpp"

namespace pipo {
namespace {

constexpr const char* kSolveHelp =
    R"(Where a table covers the position, that answers. Else the table of the position itself is
made in memory, and leaves nothing behind; or, where little is open, a search looks ahead.
A position of 5x5 with 18 or more edges drawn takes less than a second, with 12 a minute or
two. What would take more memory or time than there is, is refused, with what could be done.

--keep makes the table on disk, in the first tables folder, so that all that comes after the
position is answered from it. --from asks for one way only.

--notation, --file and --score are as for probe.

Examples:
  pipo solve 5x5:011100001010001100000011100101010001000000000110000100010000
  pipo solve --memory 8G --time 60 --picture board.txt
  pipo solve --format jsonl --notation amdw "2x2 0 0 t; 1 1 r"
  pipo solve --from search 2x2:000000000000)";

// A plan of less than this is not worth reading.
constexpr double kWorthSaying = 2;

struct SolveArguments {
  std::string position;
  NotationChoice notation;
  std::string from;
  std::string memory;
  int time = 0;
  bool keep = false;
  std::string format;
  int threads = 0;
};

GivenGame asked(Session& session, const SolveArguments& options) {
  const NotationChoice& choice = options.notation;
  if (reads_file(choice, !options.position.empty(), "a position")) {
    return read_game_file(session, choice);
  }
  if (options.position.empty()) {
    throw BadInput(
        "no position to solve: give one such as 1x1:0111, or --picture FILE, or --file FILE (see "
        "'pipo solve --help')");
  }
  return read_line(reading_of(choice), options.position);
}

std::optional<Way> only_way(const std::string& from) {
  for (const Way way : {Way::table, Way::sweep, Way::search}) {
    if (from == word(way)) return way;
  }
  return {};
}

std::string how(const Solution& solution) {
  const std::string time = human_seconds(solution.seconds);
  switch (solution.way) {
    case Way::table:
      return "by a table";
    case Way::sweep:
      return fmt::format("by a sweep of {} in {}", counted(solution.looked_at, "value"), time);
    default:
      return fmt::format("by a search of {} in {}", counted(solution.looked_at, "position"), time);
  }
}

void show(Session& session, const SolveArguments& options, const Solution& solution,
          const Standing& standing) {
  std::string out;
  if (options.format == "jsonl") {
    append_json(out, solution.answer, standing);
    out.resize(out.size() - std::string_view("}\n").size());
    out += fmt::format(R"(,"by":"{}")", word(solution.way)) + "}\n";
  } else {
    append_text(out, solution.answer, standing);
    out += fmt::format("\nsolved {}\n", how(solution));
  }
  write(session, out);
}

// The table of what comes after the position, on disk.
Solution kept(Session& session, const Position& position, const SolveArguments& options) {
  const GenerateResult made =
      make_table(session,
                 {.board = position.board,
                  .start = position.drawn,
                  .tables = session.tables.front(),
                  .threads = options.threads,
                  .memory = options.memory.empty() ? 0 : parse_size(options.memory)},
                 false);
  return {Tables::only(made.folder).answer(position), Way::table, 0, made.seconds};
}

Solution solved(Session& session, const Tables& tables, const Position& position,
                const SolveArguments& options) {
  const auto only = only_way(options.from);
  if (options.keep && !tables.covers(position)) return kept(session, position, options);
  Progress progress(session.err, position.board.name(), terminal_width(session.err));
  const Interruption interruption;
  SolverOptions solving{.only = only, .threads = options.threads};
  if (!options.memory.empty()) solving.memory = parse_size(options.memory);
  solving.seconds = options.time;
  solving.stopped = Interruption::requested;
  solving.planned = [&](const StartSweep& sweep) {
    const double seconds = sweep.seconds(tbb::this_task_arena::max_concurrency());
    if (seconds < kWorthSaying) return;
    complain(session, fmt::format("{}: a sweep of {}, {} of memory, about {}",
                                  position.board.name(), counted(sweep.values(), "value"),
                                  human_bytes(sweep.memory()), human_seconds(seconds)));
  };
  solving.progress = [&](const SweepProgress& state) {
    progress.update({.stage = fmt::format("layer {}", state.layer),
                     .done = state.done,
                     .total = state.total,
                     .seconds = state.seconds});
  };
  return Solver(tables, std::move(solving)).solve(position);
}

int solve(Session& session, const SolveArguments& options) {
  if (options.keep && !options.from.empty() && options.from != "auto") {
    throw BadInput("--keep makes a table: leave --from out");
  }
  if (options.keep && options.time > 0) {
    throw BadInput(
        "--keep takes as long as the table takes, and goes on from what there is if it is stopped: "
        "leave --time out");
  }
  const GivenGame given = asked(session, options);
  const Position& position = given.game.position;
  const Tables tables = options.from == "table" ? Tables(session.tables) : tables_at_hand(session);
  ProblemReporter problems;
  MakingAdvice advice(session.tables);
  const auto failed = failing(position, advice, [&] {
    show(session, options, solved(session, tables, position, options), given.standing);
  });
  if (failed) complain(session, failed->message);
  problems.report(session, tables);
  return failed ? failed->code : static_cast<int>(ExitCode::done);
}

}  // namespace

void add_solve(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<SolveArguments>();
  Command command(app, "solve", "Says the value of any position, with or without a table",
                  kSolveHelp);
  command.text("POSITION", arguments->position, "", "A position, for example 1x1:0111");
  add_notation(command, arguments->notation);
  command.word("--from", arguments->from, {"auto", "table", "sweep", "search"},
               "Which way to go; auto takes the quickest");
  command.memory(arguments->memory);
  command.number("--time", arguments->time, 1, 1'000'000, "Seconds that it may take at most");
  command.flag("--keep", arguments->keep, "Make the table of the position on disk");
  command.format(arguments->format, {"text", "jsonl"});
  command.threads(arguments->threads);
  command.action(session, [&session, arguments] { return solve(session, *arguments); });
}

}  // namespace pipo
