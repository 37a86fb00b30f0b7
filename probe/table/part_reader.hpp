// Reads parts of sections from the blocks of a layer file, for sweeps that do not hold whole
// sections in memory.
//
// An entry that is not stored has a twin with the same value: its image under a mirror image of the
// board. So a part needs the blocks that it overlaps, and those that its images overlap.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "probe/file/layer_file.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/space/section_part.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

class PartReader {
 public:
  // `space` must outlive the reader. Not for Thinning::square, with which entries have their value
  // in other sections.
  explicit PartReader(const TableSpace& space) : space_(&space) {}

  // The entries of a part that one block has, seen under one image.
  struct Piece {
    std::uint64_t block = 0;
    CutImage image = {};
    // The rows and columns of the part whose source is in the block: (place in the block, number in
    // the section). With image.swap the first list has columns, the second one rows.
    std::vector<std::pair<std::uint16_t, std::uint32_t>> rows = {};
    std::vector<std::pair<std::uint16_t, std::uint32_t>> columns = {};
  };
  std::vector<Piece> pieces(const LayerLayout& layout, const SectionPart& part) const;

  // Writes the entries of a piece to `values`, the part as a dense matrix. Any thread; the pieces
  // of a part, in any order, write each of its entries once. Throws DamagedTable.
  void read(const LayerFile& file, const SectionPart& part, const Piece& piece,
            std::int8_t* values) const;

 private:
  const TableSpace* space_;
};

}  // namespace pipo
