// `moves`: this project's edge names, h0.1 and v2.0, in order of play.

#include "pipopipette/notation.hpp"
#include "probe/notation/list.hpp"

namespace pipo {
namespace {

Word read_moves_edge(Cursor& cursor, const Board& board) {
  const std::size_t offset = cursor.offset();
  if (!cursor.at("h") && !cursor.at("v")) cursor.refuse_for("an edge (h0.1 or v1.0)");
  try {
    return {parse_edge(board, cursor.take_until(" \t\r\n;"))};
  } catch (const BadInput& error) {
    cursor.refuse_at(offset, error.what());
  }
}

std::string write_moves_edge(const Board& board, const Word& word) {
  return edge_name(board, word.edge);
}

constexpr WordList kMovesWords{
    .info = {.name = "moves",
             .description = "names of edges, in order of play: 2x2 h0.1; v1.0",
             .lists = true,
             .order = true,
             .turn = true,
             .score = true},
    .read = read_moves_edge,
    .write = write_moves_edge};

}  // namespace

const NotationEntry kMoves = list_entry<kMovesWords>();

}  // namespace pipo
