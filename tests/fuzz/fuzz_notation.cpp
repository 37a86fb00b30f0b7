// Boards, positions, edges, starts and names of tables as text. The input is one of them, or a
// board, a space, and an edge or a start of it. Accepted text has only one spelling, so writing the
// result gives the same text.
#include <optional>
#include <string>
#include <utility>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "pipopipette/table_identity.hpp"
#include "probe/board/start.hpp"
#include "tests/fuzz/property.hpp"

namespace pipo::fuzz {
namespace {

// The result; nothing if the text is refused.
template <typename Read>
auto accepted(Read read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const BadInput& error) {
    require_message(error.what());
    return std::nullopt;
  }
}

void check_board(std::string_view text) {
  const auto board = accepted([&] { return Board::parse(text); });
  if (board) require(board->name() == text, "a board prints back");
}

void check_position(std::string_view text) {
  const auto position = accepted([&] { return parse_position(text); });
  if (!position) return;
  require(position->drawn.largest() < position->board.edges(), "edges are of the board");
  require(to_string(*position) == text, "a position prints back");
}

void check_table(std::string_view text) {
  const std::optional<TableIdentity> table = table_of_folder(text);
  if (!table) return;
  require(folder_name(*table) == text, "a table's name prints back");
  require(table_identity(table->board, table->start, table->game, table->last_move_cost) == *table,
          "a table has one identity");
}

void check_edge(const Board& board, std::string_view text) {
  const auto edge = accepted([&] { return parse_edge(board, text); });
  if (!edge) return;
  require(*edge >= 0 && *edge < board.edges(), "an edge is one of the board's");
  require(edge_name(board, *edge) == text || std::to_string(*edge) == text, "an edge prints back");
  require(parse_edge(board, edge_name(board, *edge)) == *edge, "an edge's name is read back");
}

void check_start(const Board& board, std::string_view text) {
  const auto start = accepted([&] { return parse_start(board, text); });
  if (!start) return;
  require(start->largest() < board.edges(), "a start has edges of its board");
  require(parse_start(board, to_string(Position{board, *start})) == *start,
          "a start is read back as a position");
  if (!board.is_small()) return;
  const TableIdentity table = table_identity(board, *start);
  require(table_of_folder(folder_name(table)) == table, "a table is read back from its name");
  const auto named = accepted([&] { return parse_start(board, start_name(table)); });
  require(!named || table_identity(board, *named) == table, "a start's name is that of its table");
}

}  // namespace
}  // namespace pipo::fuzz

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pipo::fuzz;
  const std::string_view text = as_text(data, size);
  check_board(text);
  check_position(text);
  check_table(text);
  const std::size_t space = text.find(' ');
  if (space == text.npos) return 0;
  if (const auto board = accepted([&] { return pipo::Board::parse(text.substr(0, space)); })) {
    check_edge(*board, text.substr(space + 1));
    check_start(*board, text.substr(space + 1));
  }
  return 0;
}
