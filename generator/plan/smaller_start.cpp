#include "generator/plan/smaller_start.hpp"

#include "generator/plan/table_plan.hpp"
#include "probe/board/start.hpp"

namespace pipo {

std::optional<TableIdentity> named_start_that_fits(const TableIdentity& wanted,
                                                   std::uint64_t allowed, std::uint64_t free_disk) {
  for (const EdgeSet start : {icelandic_start(wanted.board), swedish_start(wanted.board)}) {
    if (start == wanted.start || (wanted.start & ~start) != 0) continue;
    const TableIdentity smaller = table_identity(wanted.board, start);
    if (size_table(smaller, allowed).fits(free_disk)) return smaller;
  }
  return std::nullopt;
}

}  // namespace pipo
