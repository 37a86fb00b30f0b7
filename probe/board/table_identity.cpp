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

LastMoveCost checked_last_move_cost(const Board& board, std::uint64_t cost) {
  if (cost == 0) return 0;
  if (!board.is_small()) {
    throw BadInput(fmt::format(
        "{} has more than {} edges; the last move can have a cost on smaller boards only",
        board.name(), kSmallBoardEdges));
  }
  const auto most = static_cast<std::uint64_t>(kMostBoxesAndCost - board.boxes());
  if (cost <= most) return static_cast<LastMoveCost>(cost);
  throw BadInput(
      fmt::format("a last move that costs {} is too large for {}; it may cost at most {}", cost,
                  board.name(), most));
}

TableIdentity table_identity(const Board& board, EdgeSet start, TableGame game) {
  return table_identity(board, start, game, 0);
}

TableIdentity table_identity(const Board& board, EdgeSet start, TableGame game,
                             LastMoveCost last_move_cost) {
  board.expect_small();
  checked_last_move_cost(board, last_move_cost);
  if (game == TableGame::nimstring && last_move_cost > 0) {
    throw BadInput("Nimstring has no points, so its last move cannot cost any");
  }
  Position position{board, start};
  if (board.rows() > board.columns()) position = image_of(position, Image{.transpose = true});
  TableIdentity table{position.board, position.drawn, game, last_move_cost};
  for (const Image& image : images(table.board)) {
    const EdgeSet other = image_of(position, image).drawn;
    if (other == icelandic_start(table.board)) return {table.board, other, game, last_move_cost};
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
  if (table.last_move_cost > 0) name += fmt::format("{}{}", kCostEnding, table.last_move_cost);
  return name;
}

std::optional<TableIdentity> table_of_folder(std::string_view name) {
  const bool nimstring = name.ends_with(kNimstringEnding);
  std::string_view ordinary =
      name.substr(0, name.size() - (nimstring ? kNimstringEnding.size() : 0));
  const std::uint64_t cost = take_cost(ordinary).value_or(0);
  const std::string_view board_name = ordinary.substr(0, ordinary.find('-'));
  const std::string_view start_text =
      ordinary.substr(std::min(board_name.size() + 1, ordinary.size()));
  try {
    const Board board = Board::parse(board_name);
    const EdgeSet start = start_text.empty() ? IndexSet() : parse_start(board, start_text);
    const TableIdentity table =
        table_identity(board, start, nimstring ? TableGame::nimstring : TableGame::dots_and_boxes,
                       checked_last_move_cost(board, cost));
    return folder_name(table) == name ? std::optional(table) : std::nullopt;
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

}  // namespace pipo
