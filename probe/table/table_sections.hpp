// Reads a table section by section or block by block, for code that goes through all of it.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pipopipette/position.hpp"
#include "probe/table/section_reader.hpp"
#include "probe/table/table.hpp"

namespace pipo {

class TableSections {
 public:
  // `table` must outlive this.
  explicit TableSections(const Table& table);

  const Table& table() const { return table_; }

  // Returns a canonical section as a matrix, row by row, StateSpace::rows x StateSpace::columns. It
  // has the values that are stored in the file, and kDontCare in all other places. Throws
  // DamagedTable.
  std::vector<std::int8_t> stored(const SectionKey& key) const;

  // Fills in all entries that have a twin in the section. Except with Thinning::square, these are
  // all don't-care entries.
  void fill_twins(const SectionKey& key, std::vector<std::int8_t>& matrix) const;

  // Returns the position of the table's board at an entry of a canonical section.
  Position position(const SectionKey& key, std::uint32_t row, std::uint32_t column) const;

  // The place of an entry of a layer's blocks, and its position.
  struct EntryPlace {
    std::uint64_t block = 0;
    std::uint32_t row = 0;  // in the block
    std::uint32_t column = 0;
    Location location;  // in the section's matrix
    Position position;
  };
  // Returns the place of an entry, 0 <= number < LayerLayout::entries(), or nothing if it is
  // don't-care. Reads no file.
  std::optional<EntryPlace> place(int layer, std::uint64_t number) const;

  // Returns the position and value of an entry of a layer's blocks, 0 <= number <
  // LayerLayout::entries(), or nothing if it is don't-care. Used to draw samples. Throws
  // DamagedTable.
  struct Entry {
    Position position;
    int value = 0;
  };
  std::optional<Entry> entry(int layer, std::uint64_t number) const;

  // Appends the positions and values of a block of a layer, 0 <= number < LayerLayout::blocks(),
  // except for don't-care entries. Throws DamagedTable.
  void read_block(int layer, std::uint64_t number, std::vector<EdgeSet>& drawn,
                  std::vector<std::int8_t>& values) const;

 private:
  const LayerFile& file(const SectionKey& key) const;
  // Converts the index of a stored row to its number among all rows of the section.
  std::uint32_t matrix_row(const StoredSection& section, std::uint32_t stored) const;
  HalfConfiguration configuration(const SectionKey& key, Side side, std::uint32_t number) const;
  EdgeSet drawn(const SectionKey& key, HalfConfiguration lower, HalfConfiguration upper) const;

  const Table& table_;
  SectionReader reader_;
};

}  // namespace pipo
