#include "pipopipette/position.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"

namespace pipo {

namespace {

[[noreturn]] void refuse_edges(const Board& board, EdgeSet drawn) {
  throw BadInput(fmt::format("{:#x}: edges beyond the {} of {} are drawn", drawn, board.edges(),
                             board.name()));
}

// Inlined into both checks below: every question to a table makes one of them.
inline void check_word(const Board& board, EdgeSet drawn) {
  if ((drawn & ~board.all()) != 0) refuse_edges(board, drawn);
}

}  // namespace

IndexSet Position::open_on_large() const {
  IndexSet open;
  for (int edge = 0; edge < board.edges(); ++edge) {
    if (!drawn.contains(edge)) open.insert(edge);
  }
  return open;
}

void check_edges(const Board& board, EdgeSet drawn) {
  check_word(board, drawn);
}

void check_edges(const Board& board, const IndexSet& drawn) {
  if (board.is_small() && drawn.is_word()) {
    check_word(board, static_cast<EdgeSet>(drawn));
  } else if (drawn.largest() >= board.edges()) {
    throw BadInput(fmt::format("edge {} is drawn: {} has edges 0 to {}", drawn.largest(),
                               board.name(), board.edges() - 1));
  }
}

}  // namespace pipo
