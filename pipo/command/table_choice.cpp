#include "pipo/command/table_choice.hpp"

#include <fmt/format.h>

#include "pipo/command/failure_report.hpp"
#include "pipo/command/limits.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/board/start.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/manifest.hpp"
#include "probe/table/nim_tables.hpp"
#include "probe/table/table_folders.hpp"

namespace pipo {
namespace {

std::string listed(const std::vector<std::filesystem::path>& folders) {
  std::vector<std::string> names;
  names.reserve(folders.size());
  for (const auto& folder : folders) names.push_back(folder.string());
  return fmt::format("{}", fmt::join(names, ", "));
}

bool names_nimstring(std::string_view name) {
  return name.ends_with("-" + std::string(game_name(TableGame::nimstring)));
}

// Returns the board and the start of the name.
std::string_view without_game(std::string_view name) {
  if (names_nimstring(name)) return name.substr(0, name.rfind('-'));
  take_cost(name);
  return name;
}

std::string listed(const std::vector<FoundTable>& found) {
  if (found.empty()) return "nor any other table";
  std::vector<std::filesystem::path> names;
  names.reserve(found.size());
  for (const FoundTable& table : found) names.push_back(table.folder.filename());
  return "only " + listed(names);
}

constexpr const char* kBoardHelp =
    "Rows and columns of boxes, such as 3x4, or the name of a table, such as 3x4-swedish";

void add_start(Command& command, TableChoice& choice) {
  command.text(
      "--start", choice.start, "START",
      "american, swedish, icelandic, a position such as 1x1:0111, or an edge set as in the "
      "names of tables, 0x1f",
      Default::shown, &choice.start_given);
  add_last_move(command, choice.last_move_cost);
}

}  // namespace

void add_required_table(Command& command, TableChoice& choice) {
  command.required_option("BOARD", choice.board, "", kBoardHelp);
  add_start(command, choice);
}

void add_table(Command& command, TableChoice& choice) {
  command.text("BOARD", choice.board, "", kBoardHelp);
  add_start(command, choice);
}

void add_game(Command& command, TableChoice& choice) {
  choice.any_game = true;
  add_game(command, choice.game);
}

void add_game(Command& command, std::string& game) {
  command.word("--game", game,
               {std::string(game_name(TableGame::dots_and_boxes)),
                std::string(game_name(TableGame::nimstring))},
               "Game of the values", "GAME");
}

TableGame game_named(const std::string& name) {
  return name == game_name(TableGame::nimstring) ? TableGame::nimstring : TableGame::dots_and_boxes;
}

TableGame chosen_game(const TableChoice& choice) {
  if (!names_nimstring(choice.board)) return game_named(choice.game);
  if (choice.any_game) return TableGame::nimstring;
  throw BadInput(fmt::format(
      "{} is a table of nim-values, which this command does not read; name a table of margins",
      pipo::quoted(choice.board)));
}

LastMoveCost chosen_cost(const TableChoice& choice) {
  const Board board = chosen_table(choice).board;
  std::string_view name = choice.board;
  const auto named = take_cost(name);
  if (named && choice.last_move_cost != 0 && named != choice.last_move_cost) {
    throw BadInput(
        fmt::format("{} names the cost of the last move, but --last-move gives {}; leave one out",
                    pipo::quoted(choice.board), choice.last_move_cost));
  }
  return checked_last_move_cost(board, named.value_or(choice.last_move_cost));
}

Position chosen_table(const TableChoice& choice) {
  chosen_game(choice);  // throws if the command takes no such table
  const std::string_view text = without_game(choice.board);
  const std::size_t dash = text.find('-');
  // No name begins with a dash; this reports a bad board.
  if (dash == 0 || dash == text.npos) {
    const Board board = Board::parse(text);
    board.expect_small();
    return {board, parse_start(board, choice.start)};
  }
  const Board board = Board::parse(text.substr(0, dash));
  board.expect_small();
  const std::string_view start = text.substr(dash + 1);
  if (start.find(':') != start.npos) {
    throw BadInput(fmt::format("{} is not the name of a table; give the position with --start",
                               pipo::quoted(text)));
  }
  const Position named{board, parse_start(board, start)};
  if (choice.start_given && table_identity(board, parse_start(board, choice.start)) !=
                                table_identity(board, named.drawn)) {
    throw BadInput(fmt::format("{} names its start, but --start names another, {}; give only one",
                               pipo::quoted(text), pipo::quoted(choice.start)));
  }
  return named;
}

TableIdentity chosen_identity(const TableChoice& choice) {
  const Position chosen = chosen_table(choice);
  return table_identity(chosen.board, chosen.drawn, chosen_game(choice), chosen_cost(choice));
}

namespace {

// Returns the tables of the game that this one is of.
std::vector<FoundTable> found_of_game(const TableIdentity& table, const CommandContext& context) {
  TablesOptions options = tables_options(context);
  if (table.game == TableGame::nimstring) return NimTables(context.tables, options).found();
  options.last_move_cost = table.last_move_cost;
  return open_tables(context, options).found();
}

}  // namespace

std::filesystem::path folder_of(const TableIdentity& table, const CommandContext& context) {
  const std::vector<std::filesystem::path>& folders = context.tables;
  for (const auto& folder : folders) {
    auto candidate = folder / folder_name(table);
    std::error_code ignored;
    if (std::filesystem::exists(candidate / kManifestName, ignored) &&
        read_manifest(candidate).table == table) {
      return candidate;
    }
  }
  std::vector<FoundTable> found = found_of_game(table, context);
  for (const FoundTable& one : found) {
    if (one.table == table) return one.folder;
  }
  std::erase_if(found, [](const FoundTable& one) { return one.atlas; });
  const auto unfinished = unfinished_table(folders, table);
  throw MissingTable(
      unfinished
          ? fmt::format("{}: this table is unfinished; '{}' finishes it", unfinished->string(),
                        generate_command(table, {containing_folder(*unfinished)}))
          : fmt::format("no table {} in {}, {}; {}", folder_name(table), listed(folders),
                        listed(found), how_to_make(table, folders)),
      {.table = folder_name(table), .searched = folders, .file = {}, .omitted_layer = {}});
}

std::filesystem::path named_folder(const TableIdentity& table,
                                   const std::vector<std::filesystem::path>& folders) {
  for (const auto& folder : folders) {
    auto candidate = folder / folder_name(table);
    std::error_code ignored;
    if (std::filesystem::is_directory(candidate, ignored)) return candidate;
    if (named_table(folder) == table && is_table(folder)) {
      return containing_folder(folder) / folder_name(table);
    }
  }
  for (const auto& folder : folders) {
    const auto candidate = folder / folder_name(table);
    if (const std::string link = broken_link(candidate); !link.empty()) {
      throw UnreadableTable(link, {.table = folder_name(table),
                                   .searched = folders,
                                   .file = candidate,
                                   .omitted_layer = {}});
    }
  }
  throw MissingTable(
      fmt::format("no folder {} in {}", folder_name(table), listed(folders)),
      {.table = folder_name(table), .searched = folders, .file = {}, .omitted_layer = {}});
}

}  // namespace pipo
