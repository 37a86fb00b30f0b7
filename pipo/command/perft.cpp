// `pipo perft`: counts of games and positions by depth, to test implementations of the rules.
#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "answers/text.hpp"
#include "generator/plan/machine.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/limits.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/io/output.hpp"
#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/human_numbers.hpp"
#include "probe/base/parsed_number.hpp"
#include "probe/base/quote.hpp"
#include "verify/game_counts.hpp"

namespace pipo {
namespace {

constexpr const char* kPerftHelp =
    R"(Counts what an implementation of the rules must count as well, as "perft" does for chess.
A program that has it all right counts the same; the first depth at which it does not, and
--divide there, lead to the mistake. No value is needed, and no table.

A game of depth d is a sequence of d moves from the position. The player who makes the first
of them is the first player, and the score is 0-0 before it. For each depth from 0 to DEPTH:

  games          the games of this depth
  positions      their last positions: different sets of drawn edges
  states         different sets of drawn edges, player to move and score
  captures       games whose last move completes a box, or two
  doubles        games whose last move completes two boxes
  ended          games after which no edge is open
  first_to_move  games, not ended, after which the first player is to move
  ahead, level, behind   games in which the first player has more boxes, equally many, or fewer

POSITION is a board, the name of a table, or a position; boxes that are complete there count
for nobody. --divide counts the games of DEPTH by their first move; numbers of games then add
up to those without it. Numbers of games stay below 2^128. A depth beyond that, or one whose
counting takes more than --memory, is refused before counting.

Examples:
  pipo perft 3x3 6
  pipo perft 2x2 12 --format csv
  pipo perft 1x2:1010000 3 --divide
  pipo perft 3x3 24 --memory 2G)";

struct PerftArguments {
  std::string position;
  std::string depth;
  bool divide = false;
  std::string memory;
  std::string format;
};

Position read_start(const std::string& text) {
  if (text.empty()) {
    throw BadInput(
        "no position to count from; give a board or a position and a depth, such as 'pipo perft "
        "3x3 6'");
  }
  if (text.find(':') != std::string::npos) return parse_position(text);
  if (text.find('-') == std::string::npos) return {Board::parse(text), 0};
  return chosen_table({.board = text});
}

int read_depth(const std::string& text, const Position& start) {
  const int open = start.open().size();
  const auto depth = parsed_number<int>(text);
  if (!depth || *depth < 0 || *depth > open) {
    throw BadInput(fmt::format("DEPTH: {} is not a whole number from 0 to {}, the open edges of {}",
                               pipo::quoted(text), open, to_string(start)));
  }
  const int deepest = deepest_count(start);
  if (*depth <= deepest) return *depth;
  throw BadInput(
      fmt::format("DEPTH: 2^128 games or more have depth {}; count to depth {}", *depth, deepest));
}

void check_memory(const Position& start, int depth, const std::string& memory) {
  const std::uint64_t allowed = memory_to_use(memory.empty() ? 0 : parse_size(memory));
  const std::uint64_t needed = memory_to_count(start, depth);
  if (needed <= allowed) return;
  int enough = depth;
  while (memory_to_count(start, enough) > allowed) --enough;
  throw OutOfMemory(fmt::format(
      "{}: counting to depth {} takes {} of memory, and {} may be used; count to depth "
      "{}, or allow more with --memory",
      start.board.name(), depth, human_bytes_rounded_up(needed), human_bytes(allowed), enough));
}

using Row = std::vector<std::string>;

Row heading(bool divide) {
  Row row{"depth", "games",         "positions", "states", "captures", "doubles",
          "ended", "first_to_move", "ahead",     "level",  "behind"};
  if (divide) row.insert(row.begin(), "move");
  return row;
}

Row row_of(const GameCounts& counts) {
  Row row{std::to_string(counts.depth), decimal(counts.games), std::to_string(counts.positions),
          std::to_string(counts.states)};
  for (const GameCount games : {counts.captures, counts.doubles, counts.ended, counts.first_to_move,
                                counts.ahead(), counts.level(), counts.behind()}) {
    row.push_back(decimal(games));
  }
  return row;
}

std::string csv(const std::vector<Row>& rows) {
  std::string text;
  for (const Row& row : rows) text += fmt::format("{}\n", fmt::join(row, ","));
  return text;
}

// Returns the rows in columns, with the digits of numbers in groups.
std::string aligned(std::vector<Row> rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool number = row[i].find_first_not_of("0123456789") == std::string::npos;
      if (number) row[i] = grouped(row[i]);
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += fmt::format("{}{:>{}}", i > 0 ? "  " : "", row[i], widths[i]);
    }
    text += '\n';
  }
  return text;
}

int perft(CommandContext& context, const PerftArguments& options) {
  const Position start = read_start(options.position);
  const int depth = read_depth(options.depth, start);
  if (options.divide && depth == 0) {
    throw BadInput("--divide counts by the first move; give a DEPTH of at least 1");
  }
  check_memory(start, depth, options.memory);
  Progress progress(context.err, start.board.name(), terminal_width(context.err));
  const Interruption interruption;
  const VerifyProgress shown = [shown = stage_progress(progress, "positions")](
                                   const std::string& stage, std::uint64_t done,
                                   std::uint64_t total) {
    Interruption::check();
    shown(stage, done, total);
  };
  std::vector<Row> rows{heading(options.divide)};
  if (options.divide) {
    for (const MoveCounts& move : count_games_by_move(start, depth, shown)) {
      rows.push_back(row_of(move.games));
      rows.back().insert(rows.back().begin(), edge_name(start.board, move.edge));
    }
  } else {
    for (const GameCounts& counts : count_games(start, depth, shown)) {
      rows.push_back(row_of(counts));
    }
  }
  progress.clear();
  write(context.out, options.format == "csv" ? csv(rows) : aligned(std::move(rows)));
  return ExitCode::done;
}

}  // namespace

void add_perft(CLI::App& app, CommandContext& context) {
  Command command(app, "perft", "Counts games and positions by depth, to test other programs",
                  kPerftHelp);
  PerftArguments& arguments = command.action<PerftArguments>(context, perft);
  command.text("POSITION", arguments.position, "", "A board or a position");
  command.text("DEPTH", arguments.depth, "", "The number of moves of the longest games");
  command.flag("--divide", arguments.divide, "Count the games of this depth by their first move");
  command.memory(arguments.memory);
  command.format(arguments.format, {"text", "csv"});
}

}  // namespace pipo
