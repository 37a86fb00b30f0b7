#include "probe/board/start.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/base/quote.hpp"

namespace pipo {

EdgeSet american_start(const Board&) {
  return 0;
}

EdgeSet swedish_start(const Board& board) {
  return board.outer();
}

EdgeSet icelandic_start(const Board& board) {
  EdgeSet drawn = 0;
  for (int r = 0; r < board.rows(); ++r) drawn |= EdgeSet{1} << board.vertical(r, 0);
  for (int c = 0; c < board.columns(); ++c) {
    drawn |= EdgeSet{1} << board.horizontal(board.rows(), c);
  }
  return drawn;
}

EdgeSet parse_start(const Board& board, std::string_view text) {
  if (text == "american") return american_start(board);
  if (text == "swedish") return swedish_start(board);
  if (text == "icelandic") return icelandic_start(board);
  if (text.find(':') == std::string_view::npos) {
    throw BadInput(
        fmt::format("{} is not a start: use american, swedish, icelandic or a position of {}",
                    quoted(text), board.name()));
  }
  const Position position = parse_position(text);
  if (position.board != board) {
    throw BadInput(fmt::format("the start {} is a position of {}, not of {}", quoted(text),
                               position.board.name(), board.name()));
  }
  return position.drawn;
}

}  // namespace pipo
