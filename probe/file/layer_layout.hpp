// Which blocks the file of a layer has, and which entries stand in them. Writer and reader share
// this. Some entries may be blank (blank_entries.hpp).
//
// The sections of a layer follow each other in the order of StateSpace::sections. Of a section are
// stored
//
//     kept rows   where the seam is its own left-right image: see kept_rows.hpp
//     triangle    where the seam is its own top-bottom image and a = b, so that the matrix is
//                 symmetric (and no rows are dropped already): the blocks on and below the
//                 diagonal
//     all of it   else
//
// Stored rows are cut into blocks of at most 256 x 256 values, which are numbered section by
// section, inside a section by rows of blocks, then by columns of blocks.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "probe/space/state_space.hpp"

namespace pipo {

constexpr std::uint32_t kBlockRows = 256;
constexpr std::uint32_t kBlockColumns = 256;

enum class Storage : std::uint8_t { all, kept_rows, lower_triangle };

// What of a canonical section is stored; counted, not listed, so that it is known at once of any
// board.
struct StoredSection {
  StoredSection(const StateSpace& space, const SectionKey& key);

  SectionKey key;
  Storage storage = Storage::all;
  std::uint32_t rows = 0;  // stored rows: the kept ones, or all
  std::uint32_t columns = 0;
  std::uint64_t first_block = 0;
  std::uint64_t first_entry = 0;  // entries of the blocks of the sections before

  std::uint32_t rows_of_blocks() const { return (rows + kBlockRows - 1) / kBlockRows; }
  std::uint32_t columns_of_blocks() const { return (columns + kBlockColumns - 1) / kBlockColumns; }

  // And what they hold together, blank or not.
  std::uint64_t blocks() const;
  std::uint64_t entries() const;
};

// A block, in stored rows.
struct BlockPlace {
  std::size_t section = 0;  // index into LayerLayout::sections()
  std::uint32_t first_row = 0;
  std::uint32_t rows = 0;
  std::uint32_t first_column = 0;
  std::uint32_t columns = 0;
};

// A stored entry: a block and the place in it.
struct ValuePlace {
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

  // Entries of all blocks, blank or not.
  std::uint64_t entries() const { return entries_; }

  BlockPlace block(std::uint64_t number) const;

  // Index of a canonical section, if it has entries in this layer.
  std::optional<std::size_t> find(const SectionKey& key) const;

  // Where an entry is stored. Of a section with its lower triangle only, for entries of either;
  // `row` counts stored rows.
  ValuePlace place(const StoredSection& section, std::uint32_t row, std::uint32_t column) const;

 private:
  // The sections of a seam: those with `lower` in the set; their indices stand in numbers_, from
  // `first` on.
  struct SeamSections {
    std::uint64_t lowers = 0;
    std::uint32_t first = 0;
  };

  std::size_t number_in_seam_order(const SectionKey& key) const;

  int layer_;
  std::vector<StoredSection> sections_;
  std::vector<SeamSections> by_seam_;
  std::vector<std::uint32_t> numbers_;
  std::uint64_t blocks_ = 0;
  std::uint64_t entries_ = 0;
};

}  // namespace pipo
