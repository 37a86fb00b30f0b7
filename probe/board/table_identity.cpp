#include "pipopipette/table_identity.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipopipette/error.hpp"
#include "probe/board/start.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {

namespace {

constexpr std::string_view kNimstringEnding = "-nimstring";

}  // namespace

TableIdentity table_identity(const Board& board, EdgeSet start, TableGame game) {
  board.expect_small();
  Position position{board, start};
  if (board.rows() > board.columns()) position = image_of(position, Image{.transpose = true});
  TableIdentity table{position.board, position.drawn, game};
  for (const Image& image : images(table.board)) {
    const EdgeSet other = image_of(position, image).drawn;
    if (other == icelandic_start(table.board)) return {table.board, other, game};
    table.start = std::min(table.start, other);
  }
  return table;
}

std::string start_name(const TableIdentity& table) {
  if (table.start == american_start(table.board)) return "american";
  if (table.start == swedish_start(table.board)) return "swedish";
  if (table.start == icelandic_start(table.board)) return "icelandic";
  return fmt::format("{:#x}", table.start);
}

std::string folder_name(const TableIdentity& table) {
  const std::string start = start_name(table);
  std::string name = table.board.name();
  if (start != "american") name += "-" + start;
  if (table.game == TableGame::nimstring) name += kNimstringEnding;
  return name;
}

std::optional<TableIdentity> table_of_folder(std::string_view name) {
  const bool nimstring = name.ends_with(kNimstringEnding);
  const std::string_view ordinary =
      name.substr(0, name.size() - (nimstring ? kNimstringEnding.size() : 0));
  const std::string_view board_name = ordinary.substr(0, ordinary.find('-'));
  const std::string_view start_text =
      ordinary.substr(std::min(board_name.size() + 1, ordinary.size()));
  try {
    const Board board = Board::parse(board_name);
    const EdgeSet start = start_text.empty() ? IndexSet() : parse_start(board, start_text);
    const TableIdentity table =
        table_identity(board, start, nimstring ? TableGame::nimstring : TableGame::dots_and_boxes);
    return folder_name(table) == name ? std::optional(table) : std::nullopt;
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

}  // namespace pipo
