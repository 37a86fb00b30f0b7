// Reads sections, or parts of them, from the blocks of a layer file.
//
// A file does not store every entry of a section. An entry that it leaves out has a *twin*, a
// stored entry of the same section with the same value:
//
//     kept rows       of (row, column) in a row that is not kept: (mirror row, mirror column)
//     lower triangle  of (row, column) in a block above the diagonal: (column, row)
//
// layer_layout.hpp and table_space.hpp say what is stored; Locator and LayerLayout::place apply the
// same rule to one position. So a part needs the blocks that it overlaps, and those that its image
// overlaps.
#pragma once

#include <cstdint>
#include <vector>

#include "probe/base/poll.hpp"
#include "probe/file/histogram.hpp"
#include "probe/file/layer_file.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/space/section_part.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

class SectionReader {
 public:
  // `space` and `layout` must outlive the reader.
  SectionReader(const TableSpace& space, const LayerLayout& layout, const SectionPart& part);

  // Returns the numbers of the blocks that have values of the part, ascending.
  std::vector<std::uint64_t> blocks() const;

  // Writes the values that one of these blocks has to `values`, the part as a dense matrix, row by
  // row. All blocks together, in any order, write each entry once; any thread may read any of them.
  // Throws DamagedTable.
  void read(const LayerFile& file, std::uint64_t block, std::int8_t* values) const;

  // Reads all blocks in the calling thread.
  void read(const LayerFile& file, std::int8_t* values) const;

 private:
  // A row or column of a block, and the row or column of the part that gets its values.
  struct Line {
    std::uint16_t in_block = 0;
    std::uint32_t in_part = 0;
  };
  // The lines that are in one row or column of blocks.
  struct Band {
    std::uint32_t number = 0;
    std::vector<Line> lines = {};
  };
  // The entries of the part that have their values at their image: the identity for stored ones.
  // If the image transposes, rows of blocks have values of columns of the part.
  struct View {
    CutImage image = {};
    std::vector<Band> rows = {};
    std::vector<Band> columns = {};
  };

  View view(CutImage image) const;
  bool has(const View& view, std::uint32_t row_of_blocks, std::uint32_t column_of_blocks) const;
  void copy(const View& view, const Band& rows, const Band& columns, const std::int8_t* halved,
            std::uint32_t halved_columns, std::int8_t* values) const;

  const TableSpace& space_;
  const LayerLayout& layout_;
  SectionPart part_;
  const StoredSection& section_;
  std::vector<View> views_;
};

// Returns how many entries at the beginning of a section's row are stored. The others have twins.
std::uint32_t stored_columns(const TableSpace& space, const StoredSection& section,
                             std::uint32_t row);

// The hash and histogram of the values in a layer file, to be compared with its header.
struct LayerContent {
  std::uint64_t hash = 0;
  Histogram values;  // the stored ones
};

// Reads every block of the file, section by section, in the calling thread. Throws DamagedTable.
// `poll`, if given, is called before each section and may throw to stop the work.
LayerContent layer_content(const TableSpace& space, const LayerFile& file, const Poll& poll = {});

// Throws DamagedTable unless the content matches the header.
void check_content(const LayerFile& file, const LayerContent& content);

}  // namespace pipo
