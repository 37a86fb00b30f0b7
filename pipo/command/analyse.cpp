// `pipo analyse`: a game record, move by move.
#include <fmt/core.h>

#include <memory>

#include "generator/plan/machine.hpp"
#include "pipo/asking/available_tables.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/failing.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/command/process.hpp"
#include "pipo/command/sweep_report.hpp"
#include "pipo/io/progress.hpp"
#include "pipo/words/analysis.hpp"
#include "pipo/words/units.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/failure.hpp"
#include "solve/game_analysis.hpp"

namespace pipo {
namespace {

constexpr const char* kAnalyseHelp =
    R"(For each move it shows who moved, the position's value for that player before and after the
move (the margin from here, boxes of the move included), what the move lost, and the best
moves instead. Then it shows what each player lost in all, and which move decided the game.
The score after each move lists player 1 first.

The last position is solved first. Tables answer the positions that they cover. Of the
others, those with few open edges are searched, and those before them are solved in memory,
as far as --memory and --time allow (on 5x5, from about the 14th move on). Positions before
that are too early; the later ones give bounds for them, '>=-3' or '?'.

The game may be in any notation that gives the order of play. The notation is detected
unless --notation names it; --ordered says that a list of edges is in order of play. Lines
of a file that begin with '#' before the game are skipped. --format record writes the game
with the results as such comments.

Examples:
  pipo analyse "2x2 h0.0; h1.0; v0.0; v1.2; h2.1; v0.1"
  pipo analyse --file game.dbl --notation ksquares
  pipo analyse --file game.txt --memory 8G --time 300 --format record > analysed.txt
  pipo analyse --ordered --notation amdw "2x2 0 0 t; 1 1 r" --format jsonl)";

struct AnalyseArguments {
  std::string game;
  NotationChoice notation;
  std::string memory;
  std::uint64_t time = 60;
  std::string format;
  int threads = 0;
};

Game requested_game(Session& session, const AnalyseArguments& options) {
  Game game = read_given_game(session, options.notation, options.game, "a game",
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
  if (options.memory.empty()) return 0;
  const std::uint64_t allowed = parse_size(options.memory);
  const std::uint64_t usable = usable_memory();
  if (usable > 0 && allowed > usable) {
    throw OutOfMemory(fmt::format("--memory allows {}, but only {} are available; allow less",
                                  human_bytes(allowed), human_bytes(usable)));
  }
  return allowed;
}

AnalysedGame analysed(Session& session, const Game& game, const Tables& tables,
                      const AnalyseArguments& options, std::uint64_t memory) {
  const Board& board = game.board();
  Progress progress(session.err, board.name(), terminal_width(session.err));
  GameOptions work{
      .memory = memory, .seconds = static_cast<double>(options.time), .threads = options.threads};
  work.stopped = Interruption::requested;
  work.planned = [&](const SweepPlan& plan, int moves) {
    tell_plan(session, fmt::format("{} from move {} on", board.name(), moves + 1), plan);
  };
  work.progress = [&](const SweepProgress& state) { progress.update(report_of(state)); };
  return analyse_game(board, game.edges(), tables, work);
}

std::string in_format(const AnalysedGame& game, const std::string& format) {
  if (format == "jsonl") return analysis_json(game);
  return format == "record" ? analysis_record(game) : analysis_text(game);
}

// Nothing is known, not even of the last position.
[[noreturn]] void refuse(const AnalysedGame& game, const AnalyseArguments& options) {
  const std::string time = human_seconds(static_cast<double>(options.time));
  if (game.ending == Ending::stopped) throw Stopped("stopped before any position was solved");
  if (game.ending == Ending::out_of_time) {
    throw OutOfTime(
        fmt::format("no position of this game was solved within {}; allow more --time", time));
  }
  const std::uint64_t allowed =
      options.memory.empty() ? usable_memory() : parse_size(options.memory);
  const bool large = game.too_large->memory > allowed;
  throw_failure(
      {large ? ErrorCode::out_of_memory : ErrorCode::out_of_time,
       fmt::format("every position of this game is too early: the last one, {} with {} drawn, "
                   "would take about {} of memory and {} of processor time, but only {} are "
                   "allowed; analyse the game when more edges are drawn",
                   game.board.name(), counted(game.moves.size(), "edge"),
                   human_bytes_rounded_up(game.too_large->memory),
                   human_seconds(game.too_large->seconds),
                   options.memory.empty() ? time : human_bytes(allowed) + " and " + time)});
}

void show(Session& session, const AnalysedGame& game, const AnalyseArguments& options) {
  if (game.unknown > static_cast<int>(game.moves.size())) refuse(game, options);
  write(session, in_format(game, options.format));
  const std::string known = game.unknown == 0 ? "every position is solved"
                            : game.unknown == 1
                                ? "move 1 is not solved"
                                : fmt::format("moves 1 to {} are not solved", game.unknown);
  if (game.ending == Ending::stopped) throw Stopped("stopped; " + known);
  if (game.ending == Ending::out_of_time) {
    complain(session, fmt::format("the time of {} is over, and {}; allow more --time",
                                  human_seconds(static_cast<double>(options.time)), known));
  }
}

int analyse(Session& session, const AnalyseArguments& options) {
  const std::uint64_t memory = allowed_memory(options);
  const Game game = requested_game(session, options);
  const Tables tables = available_tables(session.tables, tables_within(memory));
  const Interruption interruption;
  AnalysedGame result;
  const int code = reporting_failure(session, tables, game.position(), [&] {
    result = analysed(session, game, tables, options, memory);
    return ExitCode::done;
  });
  if (code == ExitCode::done) show(session, result, options);
  return code;
}

}  // namespace

void add_analyse(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<AnalyseArguments>();
  Command command(app, "analyse", "Shows what each move of a game was worth", kAnalyseHelp);
  arguments->notation.notation = kAnyNotation;
  command.text("GAME", arguments->game, "", "A game, for example \"1x1 h0.0; v0.1\"");
  add_notation(command, arguments->notation);
  command.memory(arguments->memory);
  command.number_with_default("--time", arguments->time, 1, 1'000'000, "Longest time in seconds");
  command.format(arguments->format, {"text", "jsonl", "record"});
  command.threads(arguments->threads);
  command.action(session, [&session, arguments] { return analyse(session, *arguments); });
}

}  // namespace pipo
