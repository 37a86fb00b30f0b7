// Restores the entries that the files of a table with Thinning::square leave out because the image
// in the diagonal has the same value.
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
  // `sections` must outlive this. Their table must have Thinning::square.
  explicit DiagonalTwins(const TableSections& sections);

  // Fills the don't-care entries of one section of a layer, in its kept rows, with the values of
  // their diagonal images. It does not fill the entries whose twin is in the section itself.
  // `matrices` are all sections of the layer as stored, in the order of LayerLayout::sections().
  // Several threads may fill different sections at once.
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
