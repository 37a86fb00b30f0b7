#include "pipo/command/table_choice.hpp"

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/start.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {
namespace {

std::string listed(const std::vector<std::filesystem::path>& folders) {
  std::string text;
  for (const auto& folder : folders) text += (text.empty() ? "" : ", ") + folder.string();
  return text;
}

std::string listed(const std::vector<TableName>& found) {
  if (found.empty()) return "no table at all";
  std::string text;
  for (const TableName& table : found) {
    text += (text.empty() ? "" : ", ") + table.folder.filename().string();
  }
  return text;
}

}  // namespace

void add_table_options(CLI::App& command, TableChoice& choice, bool required) {
  command.add_option("BOARD", choice.board, "Rows and columns of boxes, for example 3x4")
      ->type_name("")
      ->required(required);
  command
      .add_option("--start", choice.start,
                  "american, swedish, icelandic, or a position such as 1x1:0111")
      ->type_name("START")
      ->capture_default_str();
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
  const std::vector<TableName> found = Tables(folders).found();
  for (const TableName& name : found) {
    if (name.board == table.board && name.start == table.start) return name.folder;
  }
  std::string make = "pipo generate " + table.board.name();
  if (const std::string name = start_name(table); name.starts_with("0x")) {
    make += " --start " + to_string(Position{table.board, table.start});
  } else if (table.start != 0) {
    make += " --start " + name;
  }
  throw MissingTable("no table " + folder_name(table) + " in " + listed(folders) + ", only " +
                     listed(found) + "; '" + make + "' makes it");
}

}  // namespace pipo
