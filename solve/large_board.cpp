#include "solve/large_board.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"

namespace pipo {

Solution solve_large_board(const Position& position, const SolverOptions& options) {
  const Board& board = position.board;
  const std::string size = fmt::format("{} has {} edges", board.name(), board.edges());
  if (options.only == Way::table) {
    throw MissingTable(fmt::format("no table can cover {}, which has more than {} edges",
                                   board.name(), kMaximumEdges));
  }
  if (options.only == Way::sweep) board.expect_small();
  throw OutOfTime(fmt::format("{}, and positions of boards with more than {} cannot be solved",
                              size, kMaximumEdges));
}

}  // namespace pipo
