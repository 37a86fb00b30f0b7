// `pipo info`: which tables there are, and what is in them.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>

#include "pipo/command/command.hpp"
#include "pipo/command/commands.hpp"
#include "pipo/command/table_choice.hpp"
#include "pipo/words/table_report.hpp"
#include "pipopipette/tables.hpp"
#include "probe/table/table.hpp"

namespace pipo {
namespace {

constexpr const char* kInfoHelp =
    R"(Without BOARD all tables found are listed, with BOARD only the one of that board and start.

json gives a list of objects, or with BOARD one object. csv gives one line a layer, with a
column for each margin that says how many values have it.

Examples:
  pipo info
  pipo info 3x3 --format json
  pipo info --format csv > layers.csv)";

struct InfoArguments {
  TableChoice table;
  std::string format;
};

// Does the user's locale write UTF-8?
bool writes_utf8() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): none is set
    if (value == nullptr || *value == '\0') continue;
    std::string locale = value;
    std::transform(locale.begin(), locale.end(), locale.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return locale.find("utf-8") != locale.npos || locale.find("utf8") != locale.npos;
  }
  return false;
}

std::string no_tables(const Session& session) {
  std::string text = "no tables in";
  for (const auto& folder : session.tables) text += " " + folder.string();
  return text + "; 'pipo generate 3x3' makes one\n";
}

int info(Session& session, const InfoArguments& options) {
  std::vector<TableReport> tables;
  if (options.table.board.empty()) {
    for (const FoundTable& table : Tables(session.tables).found()) {
      tables.push_back({table.folder, read_manifest(table.folder)});
    }
  } else {
    const auto folder = folder_of(chosen_identity(options.table), session.tables);
    tables.push_back({folder, Table(folder).manifest()});
  }
  if (options.format == "json") {
    write(session, options.table.board.empty() ? info_json(tables) : info_json(tables.front()));
  } else if (options.format == "csv") {
    write(session, info_csv(tables));
  } else {
    write(session, tables.empty() ? no_tables(session) : info_text(tables, writes_utf8()));
  }
  return ExitCode::done;
}

}  // namespace

void add_info(CLI::App& app, Session& session) {
  const auto arguments = std::make_shared<InfoArguments>();
  Command command(app, "info", "Lists tables, their layers and values", kInfoHelp);
  add_table(command, arguments->table);
  command.format(arguments->format, {"text", "json", "csv"});
  command.action(session, [&session, arguments] { return info(session, *arguments); });
}

}  // namespace pipo
