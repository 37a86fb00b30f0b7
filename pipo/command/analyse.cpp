// `pipo analyse`: a game record, move by move.
#include <fmt/core.h>

#include <memory>

#include "generator/plan/machine.hpp"
#include "pipo/asking/tables_at_hand.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/failing.hpp"
#include "pipo/command/notation_choice.hpp"
#include "pipo/command/problem_reporter.hpp"
#include "pipo/command/process.hpp"
#include "pipo/command/sweep_report.hpp"
#include "pipo/io/progress.hpp"
#include "pipo/words/analysis.hpp"
#include "pipo/words/units.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/sizes.hpp"
#include "solve/game_analysis.hpp"

namespace pipo {
namespace {

constexpr const char* kAnalyseHelp =
    R"(For each move: who moved, what the position was worth to that player and what it was worth
after the move (the margin still to be made, boxes of the move included), what the move
threw away, and the best moves instead. Then what each player threw away in all, and where
the game was decided. The score after each move has player 1 first.

It goes from the last move back. Where tables cover the positions, they answer; else what
has few open edges is searched, and what comes before it is made in memory, as far as
--memory and --time allow (of 5x5, from about the 14th move on). Positions before that are
too early; what the later ones say of them is given as bounds, '>=-3' or '?'.

The game may be written in any notation that tells the order of play, which is found out
unless --notation says it; --ordered says that edges which are merely listed are in order.
Lines of a file before the game that begin with '#' are skipped. --format record writes the
game with such comments.

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

Game asked(Session& session, const AnalyseArguments& options) {
  const NotationChoice& choice = options.notation;
  const bool file = reads_file(choice, !options.game.empty(), "a game");
  if (!file && options.game.empty()) {
    throw BadInput(
        "no game to analyse: give one such as \"1x1 h0.0; v0.1\", or --file FILE (see 'pipo "
        "analyse "
        "--help')");
  }
  Game game = file ? read_game_file(session, choice).game
                   : read_line(reading_of(choice), options.game).game;
  if (!game.in_order) {
    throw BadInput(
        "this is a mere position: an analysis takes the moves in their order; where edges are "
        "listed in order of play, --ordered says so");
  }
  if (game.edges.empty()) throw BadInput("there is no move in this game");
  return game;
}

std::uint64_t allowed_memory(const AnalyseArguments& options) {
  if (options.memory.empty()) return 0;
  const std::uint64_t allowed = parse_size(options.memory);
  const std::uint64_t usable = usable_memory();
  if (usable > 0 && allowed > usable) {
    throw OutOfMemory(fmt::format("--memory allows {}, and there are {} to be had; give less",
                                  human_bytes(allowed), human_bytes(usable)));
  }
  return allowed;
}

AnalysedGame analysed(Session& session, const Game& game, const Tables& tables,
                      const AnalyseArguments& options, std::uint64_t memory) {
  const Board& board = game.position.board;
  Progress progress(session.err, board.name(), terminal_width(session.err));
  GameOptions work{
      .memory = memory, .seconds = static_cast<double>(options.time), .threads = options.threads};
  work.stopped = Interruption::requested;
  work.planned = [&](const SweepPlan& plan, int moves) {
    tell_plan(session, fmt::format("{} from move {} on", board.name(), moves + 1), plan);
  };
  work.progress = [&](const SweepProgress& state) { progress.update(report_of(state)); };
  return analyse_game(board, game.edges, tables, work);
}

std::string in_format(const AnalysedGame& game, const std::string& format) {
  if (format == "jsonl") return analysis_json(game);
  return format == "record" ? analysis_record(game) : analysis_text(game);
}

// Nothing is known, not even of the last position.
[[noreturn]] void refuse(const AnalysedGame& game, const AnalyseArguments& options) {
  const std::string time = human_seconds(static_cast<double>(options.time));
  if (game.ending == Ending::stopped) throw Stopped("stopped; nothing is known yet");
  if (game.ending == Ending::out_of_time) {
    throw OutOfTime(fmt::format("nothing of this game is known after {}; allow more --time", time));
  }
  throw OutOfMemory(fmt::format(
      "all of this game is too early: its last position, {} with {} drawn, would take about {} of "
      "memory and {} of a processor, and {} may be used; analyse it when more is drawn",
      game.board.name(), counted(game.moves.size(), "edge"),
      human_bytes_rounded_up(game.too_large->memory), human_seconds(game.too_large->seconds),
      options.memory.empty() ? time : human_bytes(parse_size(options.memory)) + " and " + time));
}

void show(Session& session, const AnalysedGame& game, const AnalyseArguments& options) {
  if (game.unknown > static_cast<int>(game.moves.size())) refuse(game, options);
  write(session, in_format(game, options.format));
  const std::string known = game.unknown == 0 ? "all is known"
                            : game.unknown == 1
                                ? "move 1 is not known"
                                : fmt::format("moves 1 to {} are not known", game.unknown);
  if (game.ending == Ending::stopped) throw Stopped("stopped; " + known);
  if (game.ending == Ending::out_of_time) {
    complain(session, fmt::format("the {} are over, and {}; allow more with --time",
                                  human_seconds(static_cast<double>(options.time)), known));
  }
}

int analyse(Session& session, const AnalyseArguments& options) {
  const std::uint64_t memory = allowed_memory(options);
  const Game game = asked(session, options);
  const Tables tables = tables_at_hand(session.tables, tables_within(memory));
  const Interruption interruption;
  ProblemReporter problems;
  MakingAdvice advice(session.tables);
  AnalysedGame result;
  const auto failed = failing(game.position, advice,
                              [&] { result = analysed(session, game, tables, options, memory); });
  if (failed) complain(session, failed->message);
  problems.report(session, tables);
  if (failed) return failed->code;
  show(session, result, options);
  return ExitCode::done;
}

}  // namespace

void add_analyse(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<AnalyseArguments>();
  Command command(app, "analyse", "Goes through a game, move by move", kAnalyseHelp);
  arguments->notation.notation = kAnyNotation;
  command.text("GAME", arguments->game, "", "A game, for example \"1x1 h0.0; v0.1\"");
  add_notation(command, arguments->notation);
  command.memory(arguments->memory);
  command.number_with_default("--time", arguments->time, 1, 1'000'000,
                              "Seconds that it may take at most");
  command.format(arguments->format, {"text", "jsonl", "record"});
  command.threads(arguments->threads);
  command.action(session, [&session, arguments] { return analyse(session, *arguments); });
}

}  // namespace pipo
