#include "probe/space/table_space.hpp"

#include "probe/board/symmetry.hpp"

namespace pipo {

TableSpace::TableSpace(const TableIdentity& table, Thinning thinning)
    : identity_(table),
      thinning_(thinning),
      states_(table.board, table.start),
      kept_rows_(states_),
      parities_(states_) {}

const DontCareEntries& TableSpace::dont_care() const {
  std::call_once(dont_care_made_, [this] {
    dont_care_ = std::make_unique<const DontCareEntries>(states_, kept_rows_, thinning_);
  });
  return *dont_care_;
}

EdgeSet TableSpace::turn_back(EdgeSet turned) const {
  if (states_.cut().turned() == identity_.board) return turned;
  return image_of_edges(states_.cut().turned(), Image{.transpose = true}, turned);
}

}  // namespace pipo
