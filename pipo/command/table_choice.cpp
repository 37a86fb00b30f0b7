#include "pipo/command/table_choice.hpp"

#include <fmt/format.h>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/start.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {
namespace {

std::string listed(const std::vector<std::filesystem::path>& folders) {
  std::vector<std::string> names;
  for (const auto& folder : folders) names.push_back(folder.string());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string listed(const std::vector<FoundTable>& found) {
  if (found.empty()) return "no table at all";
  std::vector<std::filesystem::path> names;
  for (const FoundTable& table : found) names.push_back(table.folder.filename());
  return listed(names);
}

void add_start(Command& command, TableChoice& choice) {
  command.text_with_default("--start", choice.start, "START",
                            "american, swedish, icelandic, or a position such as 1x1:0111");
}

}  // namespace

void add_required_table(Command& command, TableChoice& choice) {
  command.required_text("BOARD", choice.board, "Rows and columns of boxes, for example 3x4");
  add_start(command, choice);
}

void add_table(Command& command, TableChoice& choice) {
  command.text("BOARD", choice.board, "", "Rows and columns of boxes, for example 3x4");
  add_start(command, choice);
}

TableIdentity chosen_identity(const TableChoice& choice) {
  const Board board = Board::parse(choice.board);
  return table_identity(board, parse_start(board, choice.start));
}

std::filesystem::path folder_of(const TableIdentity& table,
                                const std::vector<std::filesystem::path>& folders) {
  for (const auto& folder : folders) {
    auto candidate = folder / folder_name(table);
    std::error_code ignored;
    if (std::filesystem::exists(candidate / kManifestName, ignored) &&
        read_manifest(candidate).table == table) {
      return candidate;
    }
  }
  const std::vector<FoundTable> found = Tables(folders).found();
  for (const FoundTable& one : found) {
    if (one.table == table) return one.folder;
  }
  std::string make = "pipo generate " + table.board.name();
  if (const std::string name = start_name(table); name.starts_with("0x")) {
    make += " --start " + to_string(Position{table.board, table.start});
  } else if (table.start != 0) {
    make += " --start " + name;
  }
  throw MissingTable(fmt::format("no table {} in {}, only {}; '{}' makes it", folder_name(table),
                                 listed(folders), listed(found), make));
}

std::filesystem::path named_folder(const TableIdentity& table,
                                   const std::vector<std::filesystem::path>& folders) {
  for (const auto& folder : folders) {
    auto candidate = folder / folder_name(table);
    std::error_code ignored;
    if (std::filesystem::is_directory(candidate, ignored)) return candidate;
  }
  throw MissingTable(fmt::format("no folder {} in {}", folder_name(table), listed(folders)));
}

}  // namespace pipo
