#include "generator/plan/require_square.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"
#include "probe/space/diagonal.hpp"

namespace pipo {

void require_square(const TableIdentity& table) {
  if (table.board.rows() != table.board.columns()) {
    throw BadInput(
        fmt::format("{} is not square; --square leaves out images in a diagonal of a square board",
                    table.board.name()));
  }
  if (!Diagonal::of(Cut(table.board, table.start))) {
    throw BadInput(fmt::format(
        "the start of {} is not its own image in a diagonal; --square needs one that is",
        folder_name(table)));
  }
}

}  // namespace pipo
