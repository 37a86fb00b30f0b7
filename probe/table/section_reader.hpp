// Reads whole sections from the blocks of a layer file, and fills in the entries that are not
// stored from their twins.
#pragma once

#include <cstdint>

#include "probe/file/layer_file.hpp"
#include "probe/file/layer_layout.hpp"
#include "probe/space/table_space.hpp"

namespace pipo {

class SectionReader {
 public:
  // `space` must outlive the reader.
  explicit SectionReader(const TableSpace& space) : space_(&space) {}

  // Writes a canonical section as a dense matrix, row by row, StateSpace::rows x
  // StateSpace::columns. It has the values that are stored in the file, and kDontCare in every
  // other place. Throws DamagedTable.
  void read_stored(const LayerFile& file, const SectionKey& key, std::int8_t* dense) const;

  // Read a section in steps, for several threads. Call read_block once for each of the section's
  // blocks, in any order, then fill_twins. Entries whose twin is in another section are unchanged.
  struct Blocks {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
  };
  Blocks blocks(const LayerFile& file, const SectionKey& key) const;
  void read_block(const LayerFile& file, std::uint64_t number, std::int8_t* dense) const;
  void fill_twins(const LayerFile& file, const SectionKey& key, std::int8_t* dense) const;

 private:
  void read_blocks(const LayerFile& file, const SectionKey& key, std::int8_t* dense) const;

  const TableSpace* space_;
};

}  // namespace pipo
