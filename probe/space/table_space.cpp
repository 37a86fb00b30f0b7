#include "probe/space/table_space.hpp"

#include "probe/board/symmetry.hpp"

namespace pipo {

TableSpace::TableSpace(const TableIdentity& table)
    : identity_(table),
      states_(table.board, table.start),
      kept_rows_(states_),
      parities_(states_) {}

EdgeSet TableSpace::turn_back(EdgeSet turned) const {
  if (states_.cut().turned() == identity_.board) return turned;
  return image_of_edges(states_.cut().turned(), Image{.transpose = true}, turned);
}

}  // namespace pipo
