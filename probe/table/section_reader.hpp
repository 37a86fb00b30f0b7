// Whole sections out of the blocks of a layer file: tiles put in place, and what was not stored
// filled in from its twin.
#pragma once

#include <cstdint>

#include "probe/table/kept_rows.hpp"
#include "probe/table/layer_file.hpp"
#include "probe/table/layer_layout.hpp"
#include "probe/table/parity.hpp"
#include "probe/table/state_space.hpp"

namespace pipo {

class SectionReader {
 public:
  // All must outlive the reader.
  SectionReader(const StateSpace& space, const KeptRows& kept, const Parities& parities)
      : space_(&space), kept_(&kept), parities_(&parities) {}

  // Writes a canonical section, dense and row by row, StateSpace::rows x StateSpace::columns.
  // Throws DamagedTable.
  void read(const LayerFile& file, const SectionKey& key, std::int8_t* dense) const;

  // The same in steps, for several threads: each block of the section once, in any order, then the
  // twins.
  struct Blocks {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
  };
  Blocks blocks(const LayerFile& file, const SectionKey& key) const;
  void read_block(const LayerFile& file, std::uint64_t number, std::int8_t* dense) const;
  void fill_twins(const LayerFile& file, const SectionKey& key, std::int8_t* dense) const;

 private:
  const StateSpace* space_;
  const KeptRows* kept_;
  const Parities* parities_;
};

}  // namespace pipo
