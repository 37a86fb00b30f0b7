// Whole sections out of the blocks of a layer file: put in place, and what is not stored
// filled in from its twin.
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

  // Writes a canonical section, dense and row by row, StateSpace::rows x StateSpace::columns: the
  // values that the file itself has, and kBlank in every other place. Throws DamagedTable.
  void read_stored(const LayerFile& file, const SectionKey& key, std::int8_t* dense) const;

  // In steps, for several threads: each block of the section once, in any order, then the twins.
  // Entries whose twin stands in another section remain as they are.
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
