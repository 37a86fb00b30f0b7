// `pipo info`: lists the tables and what they contain.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <optional>
#include <utility>

#include "answers/tables.hpp"
#include "generator/writer/table_lock.hpp"
#include "pipo/command/command.hpp"
#include "pipo/command/failure_report.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipopipette/error.hpp"
#include "probe/base/quote.hpp"
#include "probe/file/damaged.hpp"
#include "probe/table/atlas.hpp"
#include "probe/table/table_folders.hpp"

namespace pipo {
namespace {

constexpr const char* kInfoHelp =
    R"(Lists all tables, or with BOARD only the one of that board and start. A table with a file
that is missing, has another size, belongs to another table or has a damaged header or
block index is listed as broken; an unfinished one with the number of its finished layers.
The exit code is 4 if a table is broken. The tables of the atlas come last, a line each.

json writes a list of objects, or with BOARD one object. csv writes one line per layer,
with the number of values for each margin in a column; tables of Nimstring have none.

Examples:
  pipo info
  pipo info 3x3 --format json
  pipo info 3x3 --game nimstring
  pipo info --format csv > layers.csv)";

struct InfoArguments {
  TableChoice table;
  std::string format;
};

// Returns whether the user's locale uses UTF-8.
bool writes_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): none is set
    if (value == nullptr || *value == '\0') continue;
    return ::strcasestr(value, "utf-8") != nullptr || ::strcasestr(value, "utf8") != nullptr;
  }
  return false;
}

std::string no_tables(const CommandContext& context) {
  std::string text = "no tables in";
  for (const auto& folder : context.tables) text += " " + folder.string();
  return fmt::format("{}; '{}' makes one\n", printable(text),
                     generate_command({Board(3, 3), 0}, context.tables));
}

// Returns the folder of the atlas, or an empty path.
std::filesystem::path atlas_of(const CommandContext& context) {
  return context.no_atlas ? std::filesystem::path() : atlas_folder();
}

TableReport report(TableState state) {
  std::string writer = state.complete() ? "" : writer_in(state.folder);
  return {std::move(state), std::move(writer), false};
}

std::vector<TableReport> all_tables(CommandContext& context) {
  std::vector<TableReport> tables;
  std::exception_ptr first;
  std::size_t listed = 0;
  for (const auto& folder : context.tables) {
    try {
      for (TableState& state : table_states(folder)) tables.push_back(report(std::move(state)));
      ++listed;
    } catch (const MissingTable& error) {
      if (!first) first = std::current_exception();
      if (context.tables.size() > 1) report_error(context.err, error.what());
    }
  }
  const bool none_named = !context.tables_named && !atlas_of(context).empty();
  if (listed == 0 && first && !none_named) std::rethrow_exception(first);
  return tables;
}

std::vector<TableReport> tables_in(const std::filesystem::path& atlas) {
  std::vector<TableReport> tables;
  if (atlas.empty()) return tables;
  for (const FoundTable& found : tables_of_atlas(atlas)) {
    tables.push_back({table_state(found.folder), "", true});
  }
  return tables;
}

// Returns the first complete copy, otherwise the first table with that name.
TableReport one_table(CommandContext& context, const TableIdentity& table) {
  std::optional<TableState> found;
  for (const auto& folder : context.tables) {
    std::error_code ignored;
    auto candidate = folder / folder_name(table);
    if (named_table(folder) == table && is_table(folder)) candidate = folder;
    const bool linked = !broken_link(candidate).empty();
    if (!linked && !std::filesystem::is_directory(candidate, ignored)) continue;
    TableState state = table_state(candidate);
    if (state.complete() || !found) found = std::move(state);
    if (found->complete()) break;
  }
  // Otherwise it may be in a folder with an unusual name.
  return report(found ? std::move(*found) : table_state(folder_of(table, context)));
}

int info(CommandContext& context, const InfoArguments& options) {
  const bool all = options.table.board.empty();
  if (all && options.table.start_given) throw BadInput("--start needs a BOARD, for example 3x4");
  if (all && options.table.last_move_cost > 0) {
    throw BadInput("--last-move needs a BOARD, for example 3x4");
  }
  std::vector<TableReport> tables =
      all ? all_tables(context) : std::vector{one_table(context, chosen_identity(options.table))};
  const std::filesystem::path atlas = all ? atlas_of(context) : std::filesystem::path();
  const std::vector<TableReport> of_atlas = tables_in(atlas);
  if (options.format == "json") {
    Json list = Json::array();
    for (const TableReport& table : tables) list.push_back(info_json(table));
    for (const TableReport& table : of_atlas) list.push_back(info_json(table));
    const Json& json = all ? list : list.front();
    write(context.out, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  } else if (options.format == "csv") {
    write(context.out, info_csv(tables));
  } else {
    write(context.out, tables.empty() ? no_tables(context) : info_text(tables, writes_utf8()));
    if (!of_atlas.empty()) write(context.out, "\n" + atlas_text(atlas, of_atlas));
  }
  tables.insert(tables.end(), of_atlas.begin(), of_atlas.end());
  for (const TableReport& table : tables) {
    if (table.state.broken()) report_error(context.err, table.state.problem);
  }
  const auto broken = [](const TableReport& table) {
    return table.state.broken() && !table.state.unreadable;
  };
  const auto unreadable = [](const TableReport& table) { return table.state.unreadable; };
  if (std::ranges::any_of(tables, broken)) return ExitCode::damaged_table;
  if (std::ranges::any_of(tables, unreadable)) return ExitCode::missing_table;
  return all || tables.front().state.complete() ? ExitCode::done : ExitCode::missing_table;
}

}  // namespace

void add_info(CLI::App& app, CommandContext& context) {
  Command command(app, "info", "Lists tables, their layers and values", kInfoHelp);
  InfoArguments& arguments = command.action<InfoArguments>(context, info);
  add_table(command, arguments.table);
  add_game(command, arguments.table);
  command.format(arguments.format, {"text", "json", "csv"});
}

}  // namespace pipo
