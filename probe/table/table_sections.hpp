// Reads a table section by section or block by block, for code that goes through all of it.
#pragma once

#include <cstdint>
#include <vector>

#include "pipopipette/position.hpp"
#include "probe/table/section_reader.hpp"
#include "probe/table/table.hpp"

namespace pipo {

class TableSections {
 public:
  // `table` must outlive this.
  explicit TableSections(const Table& table) : table_(table) {}

  const Table& table() const { return table_; }

  // Returns a canonical section as a matrix, row by row, StateSpace::rows x StateSpace::columns.
  // Throws DamagedTable.
  std::vector<std::int8_t> section(const SectionKey& key) const;

  // Returns the position of the table's board at an entry of a canonical section.
  Position position(const SectionKey& key, std::uint32_t row, std::uint32_t column) const;

  // Return the position of an entry of a layer's blocks, 0 <= number < LayerLayout::entries(), and
  // its value in addition. They are used to draw samples. The position alone reads no file. The
  // value throws DamagedTable.
  Position position(int layer, std::uint64_t number) const;
  struct Entry {
    Position position;
    int value = 0;
  };
  Entry entry(int layer, std::uint64_t number) const;

  // Appends the positions and values of a block of a layer, 0 <= number < LayerLayout::blocks().
  // Throws DamagedTable.
  void read_block(int layer, std::uint64_t number, std::vector<EdgeSet>& drawn,
                  std::vector<std::int8_t>& values) const;

 private:
  // An entry of a layer's blocks.
  struct BlockEntry {
    std::uint64_t block = 0;
    std::uint32_t row = 0;  // in the block
    std::uint32_t column = 0;
    Position position;
  };
  BlockEntry block_entry(int layer, std::uint64_t number) const;
  // Converts the index of a stored row to its number among all rows of the section.
  std::uint32_t matrix_row(const StoredSection& section, std::uint32_t stored) const;
  HalfConfiguration configuration(const SectionKey& key, Side side, std::uint32_t number) const;
  EdgeSet drawn(const SectionKey& key, HalfConfiguration lower, HalfConfiguration upper) const;

  const Table& table_;
};

}  // namespace pipo
