// The layout of a layer file: its blocks, and the entries in each. Writer and reader share this
// code.
//
// The sections of a layer follow each other in the order of StateSpace::sections. The stored part
// of a section is
//
//     kept rows   if the seam is its own left-right image: see table_space.hpp
//     triangle    else, if the seam is its own top-bottom image and a = b, so that the matrix is
//                 symmetric: the blocks on and below the diagonal
//     all of it   otherwise
//
// The stored rows are cut into blocks of at most 256 x 256 values. Blocks are numbered section by
// section; inside a section row of blocks by row of blocks, from left to right.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "probe/space/state_space.hpp"

namespace pipo {

constexpr std::uint32_t kBlockRows = 256;
constexpr std::uint32_t kBlockColumns = 256;

enum class Storage : std::uint8_t { all, kept_rows, lower_triangle };

// The stored part of a canonical section. Its sizes are computed without listing entries, so this
// is fast for any board.
struct StoredSection {
  StoredSection(const StateSpace& space, const SectionKey& key);

  SectionKey key;
  Storage storage = Storage::all;
  std::uint32_t rows = 0;  // stored rows: the kept ones, or all
  std::uint32_t columns = 0;
  std::uint64_t first_block = 0;
  std::uint64_t first_entry = 0;  // total entries in the blocks of all sections before this one

  std::uint32_t rows_of_blocks() const { return (rows + kBlockRows - 1) / kBlockRows; }
  std::uint32_t columns_of_blocks() const { return (columns + kBlockColumns - 1) / kBlockColumns; }

  // The number of the first block of a row of blocks, or of the section after this one.
  std::uint64_t first_block_of(std::uint32_t row_of_blocks) const;

  // The section's number of blocks, and their total number of entries.
  std::uint64_t blocks() const;
  std::uint64_t entries() const;
};

// The rows and columns of a block. Rows are counted among the stored rows.
struct BlockExtent {
  std::size_t section = 0;  // index into LayerLayout::sections()
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
  std::uint32_t first_column = 0;
  std::uint32_t columns = 0;
};

// The place of a stored entry: a block, and the row and column in it.
struct BlockCell {
  std::uint64_t block = 0;
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  std::uint32_t columns = 0;  // of the block
};

class LayerLayout {
 public:
  LayerLayout(const StateSpace& space, int layer);

  int layer() const { return layer_; }
  const std::vector<StoredSection>& sections() const { return sections_; }
  std::uint64_t blocks() const { return blocks_; }

  // The number of entries of all blocks.
  std::uint64_t entries() const { return entries_; }

  BlockExtent block(std::uint64_t number) const;

  // Returns the index of a canonical section, or nothing if it has no entries in this layer.
  std::optional<std::size_t> find(const SectionKey& key) const;

  // Returns the place of an entry; `row` counts stored rows. For a section stored as a triangle,
  // an entry above the diagonal has the place of its mirror image below it.
  BlockCell place(const StoredSection& section, std::uint32_t row, std::uint32_t column) const;

 private:
  // The sections of a seam: the set of their `lower`s. Their indices are in numbers_ before `end`,
  // ascending by `lower`.
  struct SeamSections {
    std::uint64_t lowers = 0;
    std::uint32_t end = 0;
  };

  int layer_;
  std::vector<StoredSection> sections_;
  std::vector<SeamSections> by_seam_;
  std::vector<std::uint32_t> numbers_;
  std::uint64_t blocks_ = 0;
  std::uint64_t entries_ = 0;
};

}  // namespace pipo
