// What the files of a table thinned to a square leave to the image in the diagonal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "probe/space/diagonal.hpp"
#include "probe/space/locator.hpp"
#include "probe/table/table_sections.hpp"

namespace pipo {

class DiagonalTwins {
 public:
  // `sections` must outlive this; their table is thinned to a square.
  explicit DiagonalTwins(const TableSections& sections);

  // Fills the blanks of one of a layer's sections from the others, in its kept rows; the twins
  // inside the section are left for later. `matrices` are all of them as stored, in the order of
  // LayerLayout::sections(). Several threads may fill different ones at once.
  void fill(const LayerLayout& layout, std::size_t section,
            std::vector<std::vector<std::int8_t>>& matrices) const;

 private:
  std::vector<HalfConfiguration> configurations(const SectionKey& key, Side side) const;
  const std::int8_t* stored_value(const LayerLayout& layout,
                                  const std::vector<std::vector<std::int8_t>>& matrices,
                                  const Parts& parts) const;

  const TableSections& sections_;
  const StateSpace& space_;
  const KeptRows& kept_;
  Diagonal diagonal_;
  Locator locator_;
};

}  // namespace pipo
