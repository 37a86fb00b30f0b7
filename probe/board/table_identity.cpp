#include "pipopipette/table_identity.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "probe/board/start.hpp"
#include "probe/board/symmetry.hpp"

namespace pipo {

TableIdentity table_identity(const Board& board, EdgeSet start) {
  Position position{board, start};
  if (board.rows() > board.columns()) position = image_of(position, Image{.transpose = true});
  TableIdentity table{position.board, position.drawn};
  for (const Image& image : images(table.board)) {
    const EdgeSet other = image_of(position, image).drawn;
    if (other == icelandic_start(table.board)) return {table.board, other};
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
  return start == "american" ? table.board.name() : table.board.name() + "-" + start;
}

}  // namespace pipo
