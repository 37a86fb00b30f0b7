// `pipo analyse`: a game record, move by move.
#include <fmt/core.h>

#include "answers/analysis.hpp"
#include "answers/text.hpp"
#include "generator/plan/machine.hpp"
#include "parallel/threads.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/context.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "probe/base/human_numbers.hpp"
#include "solve/game_analysis.hpp"
#include "solve/start_sweep.hpp"

namespace pipo {
namespace {

constexpr const char* kAnalyseHelp =
    R"(For each move it shows the player, the value for that player before and after the move,
the loss, and after a loss the best moves. A value is the margin from here, and includes
the boxes of the move. Then it shows what each player lost in all, and which move decided
the game. The score after each move lists player 1 first.

The last position is solved first. Tables answer the positions that they cover. Of the
others, those with few open edges are searched, and those before them are solved in memory,
as far as --memory and --time allow (on 5x5, from about the 14th move on). Boards with more
than 64 edges are only searched (10x10 from about the 105th move on). Earlier positions
cannot be solved. The solved ones give bounds for them, such as '>=-3'; '?' means unknown.

The game may be in any notation that gives the order of play. The notation is detected
unless --notation names it; --ordered says that a list of edges is in order of play. In a
file, lines before the game that begin with '#' are skipped. --format record writes the game
with the results as such comments.

Examples:
  pipo analyse "2x2 h0.0; h1.0; v0.0; v1.2; h2.1; v0.1"
  pipo analyse --file game.dbl --notation ksquares
  pipo analyse --file game.txt --memory 8G --time 300 --format record > analysed.txt
  pipo analyse --ordered --notation amdw "2x2 0 0 t; 1 1 r" --format jsonl)";

struct AnalyseArguments {
  std::string game;
  NotationChoice notation;
  Limits limits = {.time = 60};
  std::string format;

  double seconds() const { return limits.time; }
};

Game requested_game(CommandContext& context, const AnalyseArguments& options) {
  Game game = read_given_game(context, options.notation, options.game, "a game",
                              "no game to analyse; give one such as \"1x1 h0.0; v0.1\", or --file "
                              "FILE (see 'pipo analyse --help')")
                  .game;
  if (!game.in_order()) {
    throw BadInput(
        "this is a position without the order of its moves, and an analysis needs that; if the "
        "edges are listed in order of play, add --ordered");
  }
  if (game.edges().empty()) throw BadInput("this game has no move");
  return game;
}

std::uint64_t allowed_memory(const AnalyseArguments& options) {
  const std::uint64_t allowed = options.limits.bytes();
  const std::uint64_t usable = usable_memory();
  if (usable > 0 && allowed > usable) {
    throw OutOfMemory(fmt::format("--memory allows {}, but only {} are available; allow less",
                                  human_bytes(allowed), human_bytes(usable)));
  }
  return allowed;
}

AnalysedGame analysed(CommandContext& context, const Game& game, const Tables& tables,
                      const AnalyseArguments& options, std::uint64_t memory) {
  const std::string board = game.board().name();
  Progress progress(context.err, board, terminal_width(context.err));
  SolverOptions limits{
      .memory = memory, .seconds = options.seconds(), .threads = options.limits.threads};
  limits.stopped = Interruption::requested;
  limits.planned = [&](const SweepPlan& plan) {
    progress.clear();
    tell_plan(context, fmt::format("{} from move {} on", board, plan.start.layer() + 1), plan);
  };
  limits.progress = [&](const SweepProgress& state) { progress.update(report_of(state)); };
  return analyse_game(game, Solver(tables), limits);
}

std::string in_format(const AnalysedGame& game, const std::string& format) {
  if (format == "jsonl") return analysis_lines(game);
  return format == "record" ? analysis_record(game) : analysis_text(game);
}

// Throws the reason why no position was solved, not even the last one.
[[noreturn]] void refuse(const AnalysedGame& game, const AnalyseArguments& options) {
  const std::string time = human_seconds(options.seconds());
  if (game.ending == Ending::stopped) throw Stopped("stopped before any position was solved");
  if (game.ending == Ending::out_of_time) {
    throw OutOfTime(
        fmt::format("no position of this game was solved within {}; allow more --time", time));
  }
  if (!game.too_large) {
    throw OutOfTime(fmt::format(
        "every position of this game is too early: the last one, {} with {} drawn, cannot be "
        "solved; analyse the game when more edges are drawn",
        game.board.name(), counted(game.moves.size(), "edge")));
  }
  const std::uint64_t allowed = memory_to_use(options.limits.bytes());
  const bool large = game.too_large->most_memory > allowed;
  throw_failure(
      {large ? ErrorCode::out_of_memory : ErrorCode::out_of_time,
       fmt::format("every position of this game is too early: the last one, {} with {} drawn, "
                   "would take about {} of memory and {} of processor time, and the limits "
                   "are {} and {}; analyse the game when more edges are drawn",
                   game.board.name(), counted(game.moves.size(), "edge"),
                   human_bytes_rounded_up(memory_to_name(*game.too_large, allowed)),
                   human_seconds(game.too_large->seconds), human_bytes(allowed), time)});
}

constexpr const char* kOneMore = " would solve one more move";

// Returns the limit that the next earlier sweep would exceed, and what would allow it.
std::string limit_reached(const AnalysedGame& game, const AnalyseArguments& options) {
  const SweepSize& size = *game.too_large;
  const std::uint64_t allowed = memory_to_use(options.limits.bytes());
  const int threads = options.limits.threads > 0 ? options.limits.threads : loop_threads();
  double spent = 0;
  for (const SolvedStretch& stretch : game.stretches) spent += stretch.seconds;
  const bool large = size.most_memory > allowed;
  const std::string why =
      large
          ? fmt::format("{} of memory, but only {} may be used",
                        human_bytes_rounded_up(memory_to_name(size, allowed)), human_bytes(allowed))
          : fmt::format("{}, too much for the rest of the {} allowed",
                        human_seconds(size.seconds / threads), human_seconds(options.seconds()));
  const double left = large ? options.seconds() - spent : 0;
  const std::string enough = sufficient_options(size, options.limits, left, spent);
  return fmt::format(": a sweep before move {} would take about {}{}", game.unknown, why,
                     enough.empty() ? "" : "; " + enough + kOneMore);
}

void show(CommandContext& context, const AnalysedGame& game, const AnalyseArguments& options) {
  if (game.unknown > static_cast<int>(game.moves.size())) refuse(game, options);
  write(context.out, in_format(game, options.format));
  const std::string known = game.unknown == 0 ? "every position is solved"
                            : game.unknown == 1
                                ? "move 1 is not solved"
                                : fmt::format("moves 1 to {} are not solved", game.unknown);
  if (game.ending == Ending::stopped) throw Stopped("stopped; " + known);
  if (game.ending == Ending::out_of_time) {
    const std::string enough =
        game.too_large ? sufficient_options(*game.too_large, options.limits, 0, options.seconds())
                       : "";
    report_error(
        context.err,
        fmt::format("the time limit of {} has passed: {}; {}", human_seconds(options.seconds()),
                    known, enough.empty() ? "allow more --time" : enough + kOneMore));
  } else if (game.unknown > 0) {
    report_error(context.err, known + (game.too_large ? limit_reached(game, options) : ""));
  }
}

int analyse(CommandContext& context, const AnalyseArguments& options) {
  const std::uint64_t memory = allowed_memory(options);
  const Game game = requested_game(context, options);
  const Tables tables = available_tables(context, options.limits);
  const Interruption interruption;
  AnalysedGame result;
  const int code = reporting_errors(context, tables, game.position(), [&] {
    result = analysed(context, game, tables, options, memory);
    return ExitCode::done;
  });
  if (code == ExitCode::done) show(context, result, options);
  return code;
}

}  // namespace

void add_analyse(CLI::App& app, CommandContext& context) {
  Command command(app, "analyse", "Shows what each move of a game was worth", kAnalyseHelp);
  AnalyseArguments& arguments = command.action<AnalyseArguments>(context, analyse);
  arguments.notation.notation = kAnyNotation;
  command.text("GAME", arguments.game, "", "A game, for example \"1x1 h0.0; v0.1\"");
  add_notation(command, arguments.notation);
  add_limits_of_work(command, arguments.limits);
  command.format(arguments.format, {"text", "jsonl", "record"});
}

}  // namespace pipo
