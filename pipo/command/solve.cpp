// `pipo solve`: the value of any position and of each of its moves, with or without a table.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "answers/graph.hpp"
#include "answers/text.hpp"
#include "answers/values.hpp"
#include "generator/plan/machine.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/line_answers.hpp"
#include "pipo/command/make_table.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/io/input.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/graph.hpp"
#include "pipopipette/solver.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "solve/limits.hpp"
#include "solve/method.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

constexpr const char* kSolveHelp =
    R"(If a table covers the position, the table answers. Otherwise a sweep makes the table of the
position itself in memory; if few edges are open, a search looks ahead instead. A position
of 5x5 with 18 or more edges drawn takes less than a second, with 12 about ten seconds. A
position that would take more than the available memory or time is refused; the message
says what could be done.

--bound LOW,HIGH asks for less, for positions that cannot be solved completely: is the value
below LOW, above HIGH, or which value between them? --bound LOW asks only whether the value
is at least LOW. A search then looks ahead to positions that tables, or sweeps that fit into
memory and time, can answer.

--make-table makes the table on disk, in the first tables folder, so that it also answers the
positions that follow. --by allows one method only.

--batch solves the positions of a file, one per line, in the order that costs least: one
sweep answers all positions that contain another one, and short ones are solved at the same
time. The answers are in the order of the lines. --memory and --time are the limits of each
position; one that exceeds them does not stop the others.

--scratch lets a sweep that exceeds the memory keep finished parts in a folder on disk. They
have no names, and nothing of them is left in the end.

--graph solves a game of strings-and-coins on any graph, from a file with a string on each
line: the names of two coins, or of a coin and "ground", the wall. The same line twice is two
strings; '#' begins a comment. It prints the value, the value of each string, the nim-value,
and a line of best play. --memory, --time and --format apply.

--notation, --file and --mover-score are as for probe.

--last-move C solves the game in which the player who draws the last edge loses C points, so
that a part of a larger game can be analysed alone.

Examples:
  pipo solve 5x5:011100001010001100000011100101010001000000000110000100010000
  pipo solve --memory 8G --time 60 --picture board.txt
  pipo solve --format jsonl --notation amdw "2x2 0 0 t; 1 1 r"
  pipo solve --by search 2x2:000000000000
  pipo solve --last-move 2 2x2:000000000000
  pipo solve --batch positions.txt --time 10 --format jsonl > values.jsonl
  pipo solve --graph edges.txt
  pipo solve --memory 8G --scratch /var/tmp --picture board.txt
  pipo solve --bound 1 --time 600 5x5:011100001010001000000000100101010001000000000000000100010000)";

struct SolveArguments {
  std::string position;
  std::string batch;
  std::string graph;
  NotationChoice notation;
  std::string by;
  std::string bound;
  std::string scratch;
  Limits limits;
  bool make_table = false;
  std::string format;
};

// Makes the table of all positions that follow this one, on disk.
Solution kept(CommandContext& context, const Position& position, const SolveArguments& options) {
  position.board.expect_small();
  const GenerateResult made =
      make_table(context,
                 {.board = position.board,
                  .start = position.drawn,
                  .last_move_cost = static_cast<LastMoveCost>(context.last_move_cost),
                  .tables = context.tables.front(),
                  .threads = options.limits.threads,
                  .memory = options.limits.bytes()},
                 false);
  return {.answer = Tables::only(made.folder, tables_options(context)).answer(position),
          .method = Method::table,
          .seconds = made.seconds};
}

SolverOptions solver_options(CommandContext& context, const std::string& title, Progress& progress,
                             const SolveArguments& options) {
  SolverOptions solving = options_within(options.limits);
  for (const Method method : {Method::table, Method::sweep, Method::search}) {
    if (options.by == word(method)) solving.only = method;
  }
  solving.remember = 0;
  solving.scratch = options.scratch;
  solving.planned = [&context, title](const SweepPlan& plan) { tell_plan(context, title, plan); };
  solving.progress = [&progress](const SweepProgress& state) { progress.update(report_of(state)); };
  solving.searching = [&progress](const SearchProgress& state) {
    progress.update({.stage = fmt::format("value from {} to {}", signed_number(state.bounds.lower),
                                          signed_number(state.bounds.upper)),
                     .done = state.positions,
                     .unit = "positions",
                     .seconds = state.seconds});
  };
  return solving;
}

// Parses "-3,3", or "-3" to ask whether the value is at least that.
Window window_of(const std::string& text) {
  const auto number = [&](std::string_view part) {
    const auto value = parsed_number<int>(part);
    if (!value || std::abs(*value) > kMaximumValue) {
      throw BadInput(fmt::format("--bound {} is not one or two values; give them as in -3,3",
                                 pipo::quoted(text)));
    }
    return *value;
  };
  const std::size_t comma = text.find(',');
  const int low = number(std::string_view(text).substr(0, comma));
  if (comma == text.npos) return {low, low - 1};
  const int high = number(std::string_view(text).substr(comma + 1));
  if (low > high)
    throw BadInput(
        fmt::format("--bound {}: the first value is larger; give the lower one first", text));
  return {low, high};
}

// Shows the bounds. Returns the exit code: whether the time was enough.
int show_bounds(CommandContext& context, const Solver& solver, const ParsedGame& given,
                const Window& window, Progress& progress, const std::string& format) {
  const ValueBounds found = solver.bound(given.game.position(), window);
  progress.clear();
  write(context.out, format == "jsonl" ? line_of(value_bounds_json(found, given.turn_and_score))
                                       : value_bounds_text(found, window, given.turn_and_score));
  if (found.in_time) return ExitCode::done;
  report_error(context.err, "the time is over, and the question is not settled; allow more --time");
  return ExitCode::no_space;
}

// A longer sweep is not worth a disk. In seconds of one processor.
constexpr double kLongestOnDisk = 2 * 86'400;

// Returns what else can be done if a sweep exceeds the memory.
std::string by_disk(const OutOfResources& error, const Position& position, const Solver& solver) {
  const SolverOptions& options = solver.options();
  if (error.code() != ErrorCode::out_of_memory || !options.scratch.empty() ||
      options.only == Method::search) {
    return "";
  }
  const Budget budget(options.memory, options.seconds, {});
  const double seconds = std::min(kLongestOnDisk, budget.processor_seconds_left());
  const auto sweep = sweep_with_scratch(position, solver.tables().last_move_cost(), budget.memory(),
                                        seconds, Budget(0, 0, options.stopped).poll());
  return sweep ? "; or use a disk with --scratch DIR" : "";
}

// Adds to the error what to do.
Solution solved(const Solver& solver, const Position& position, const Limits& limits) {
  try {
    return solver.solve(position);
  } catch (const OutOfResources& error) {
    if (!position.board.is_small()) {
      throw_failure({error.code(), std::string(error.what()) + "; or ask for less with --bound"});
    }
    const bool sweeps = solver.options().only != Method::search;
    if (solver.tables().covers_moves(position) || error.code() == ErrorCode::system_limit) throw;
    const std::string message = error.what();
    throw_failure(
        {error.code(),
         (sweeps ? with_sufficient_options(message, facts_of(error), position, limits) : message) +
             by_disk(error, position, solver) + "; or ask for less with --bound"});
  }
}

// Solves the lines of a file as they arrive, in groups.
int solve_batch(CommandContext& context, const SolveArguments& options, const Tables& tables) {
  const ReadOptions reading = read_options_of(options.notation, context.last_move_cost);
  Source source(context.in, options.batch);
  Progress progress(context.err, source.name(), terminal_width(context.err));
  SolverOptions solving = solver_options(context, source.name(), progress, options);
  solving.planned = [&progress](const SweepPlan&) { progress.clear(); };
  solving.remember = SolverOptions().remember;
  const Solver solver(tables, solving);
  BatchAnswers batch(context, tables, answer_format(options.format), true);
  LineReader reader(source.stream(), source.name());
  return batch.finish(reader.read_all([&](const auto& lines) {
    const Interruption interruption;  // not while it waits for lines
    batch.solve(parse_questions(lines, reading), solver, progress);
  }));
}

// More than the longest edge list without comments that Graph::parse takes.
constexpr std::size_t kLongestGraph = std::size_t{4} << 20;

int solve_graph_file(CommandContext& context, const SolveArguments& options) {
  reads_file(options.notation, 1 + !options.position.empty() + !options.batch.empty(),
             "a position, --batch, --graph");
  Source source(context.in, options.graph);
  const std::string text = read_text(source, kLongestGraph);
  if (text.size() > kLongestGraph) throw BadInput(source.name() + ": longer than 4 MiB");
  const std::string name = options.graph == "-" ? source.name() : options.graph;
  Graph graph;
  try {
    graph = Graph::parse(text);
  } catch (const BadInput& error) {
    throw BadInput(source.name() + ": " + error.what());
  }
  const Interruption interruption;
  const GraphSolution solution = solve_graph(graph, options_within(options.limits));
  write(context.out, options.format == "jsonl" ? line_of(graph_json(graph, solution))
                                               : graph_text(name, graph, solution));
  return ExitCode::done;
}

void check_options(const SolveArguments& options, std::uint64_t last_move_cost) {
  if (!options.graph.empty() && last_move_cost > 0) {
    throw BadInput("--graph is for a last move without a cost; leave --last-move out");
  }
  if (!options.graph.empty() && !options.by.empty() && options.by != "auto" &&
      options.by != "search") {
    throw BadInput("--graph always searches; leave --by out");
  }
  if (!options.graph.empty() &&
      (options.make_table || !options.bound.empty() || !options.scratch.empty())) {
    throw BadInput("--graph searches; leave --make-table, --bound and --scratch out");
  }
  if (options.make_table && !options.by.empty() && options.by != "auto") {
    throw BadInput("--make-table always makes a table; leave --by out");
  }
  if (options.make_table && !options.bound.empty()) {
    throw BadInput("--make-table makes a table, which gives all values; leave --bound out");
  }
  if (options.make_table && options.limits.time > 0) {
    throw BadInput(
        "--make-table has no time limit: stop it with Ctrl-C, and the same command continues "
        "later; "
        "leave --time out");
  }
  if (!options.scratch.empty() &&
      (options.make_table || options.by == "table" || options.by == "search")) {
    throw BadInput("--scratch is for sweeps; leave --make-table out, and --by unless it is sweep");
  }
  if (!options.batch.empty() && (options.make_table || !options.bound.empty())) {
    throw BadInput("--batch solves positions completely; leave --make-table and --bound out");
  }
}

int solve(CommandContext& context, const SolveArguments& options) {
  check_options(options, context.last_move_cost);
  if (!options.graph.empty()) return solve_graph_file(context, options);
  const Tables tables = options.by == "table" ? open_tables(context, options.limits)
                                              : available_tables(context, options.limits);
  if (!options.batch.empty()) {
    reads_file(options.notation, 1 + !options.position.empty(), "a position, --batch");
    return solve_batch(context, options, tables);
  }
  const Interruption interruption;
  const ParsedGame given = read_given_game(
      context, options.notation, options.position, "a position",
      "no position to solve; give one such as 1x1:0111, or --picture FILE, or --file FILE (see "
      "'pipo solve --help')");
  const Position& position = given.game.position();
  return reporting_errors(context, tables, position, [&]() -> int {
    const bool make = options.make_table && !tables.covers_moves(position);
    Progress progress(context.err, position.board.name(), terminal_width(context.err));
    const Solver solver(tables, solver_options(context, position.board.name(), progress, options));
    if (!options.bound.empty()) {
      return show_bounds(context, solver, given, window_of(options.bound), progress,
                         options.format);
    }
    const Solution solution =
        make ? kept(context, position, options) : solved(solver, position, options.limits);
    progress.clear();
    std::string text;
    append_solution(text, solution, given.turn_and_score, answer_format(options.format));
    write(context.out, text);
    return ExitCode::done;
  });
}

}  // namespace

void add_solve(CLI::App& app, CommandContext& context) {
  Command command(app, "solve", "Finds the value of any position, with or without a table",
                  kSolveHelp);
  SolveArguments& arguments = command.action<SolveArguments>(context, solve);
  command.text("POSITION", arguments.position, "", "A position, for example 1x1:0111");
  command.text("--batch", arguments.batch, "FILE|-",
               "File with a position per line, - for standard input");
  command.text("--graph", arguments.graph, "FILE|-",
               "File with the strings of a graph, - for standard input");
  add_notation(command, arguments.notation);
  command.word("--by", arguments.by, {"auto", "table", "sweep", "search"},
               "Method; auto takes the quickest", "METHOD");
  command.text(
      "--bound", arguments.bound, "LOW,HIGH",
      "Find only whether the value is below LOW or above HIGH, or which value between them");
  add_last_move(command, context.last_move_cost);
  add_limits_of_work(command, arguments.limits);
  command.text("--scratch", arguments.scratch, "DIR",
               "Folder for scratch files of a sweep that exceeds the memory");
  command.flag("--make-table", arguments.make_table,
               "Make the table of the position on disk, to answer the positions that follow, too");
  command.format(arguments.format, {"text", "jsonl"});
}

}  // namespace pipo
