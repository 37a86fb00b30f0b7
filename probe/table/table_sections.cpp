#include "probe/table/table_sections.hpp"

#include <algorithm>
#include <bit>

#include "probe/codec/packed_block.hpp"

namespace pipo {

TableSections::TableSections(const Table& table) : table_(table), reader_(table.space()) {}

const LayerFile& TableSections::file(const SectionKey& key) const {
  return table_.file(key.layer());
}

std::vector<std::int8_t> TableSections::stored(const SectionKey& key) const {
  const StateSpace& space = table_.space().states();
  std::vector<std::int8_t> matrix(std::size_t{space.rows(key)} * space.columns(key));
  reader_.read_stored(file(key), key, matrix.data());
  return matrix;
}

void TableSections::fill_twins(const SectionKey& key, std::vector<std::int8_t>& matrix) const {
  reader_.fill_twins(file(key), key, matrix.data());
}

Position TableSections::position(const SectionKey& key, std::uint32_t row,
                                 std::uint32_t column) const {
  const StateSpace& space = table_.space().states();
  const Cut& cut = space.cut();
  const HalfConfiguration lower =
      space.half(Side::lower).configuration(cut.border(key.seam, Side::lower), key.lower, row);
  const HalfConfiguration upper =
      space.half(Side::upper).configuration(cut.border(key.seam, Side::upper), key.upper, column);
  return {table_.identity().board,
          table_.space().turn_back(space.position(key.seam, lower, upper))};
}

std::optional<TableSections::Entry> TableSections::entry(int layer, std::uint64_t number) const {
  const LayerLayout& in = table_.layout(layer);
  const auto after = std::upper_bound(in.sections().begin(), in.sections().end(), number,
                                      [](std::uint64_t entry, const StoredSection& section) {
                                        return entry < section.first_entry;
                                      });
  const StoredSection& section = *std::prev(after);
  number -= section.first_entry;
  // Then from block to block; they differ in size.
  std::uint64_t block = section.first_block;
  BlockPlace place = in.block(block);
  while (number >= std::uint64_t{place.rows} * place.columns) {
    number -= std::uint64_t{place.rows} * place.columns;
    place = in.block(++block);
  }
  const auto row_in_block = static_cast<std::uint32_t>(number / place.columns);
  const auto column_in_block = static_cast<std::uint32_t>(number % place.columns);
  std::uint32_t row = place.first_row + row_in_block;
  if (section.storage == Storage::kept_rows) {
    row = table_.space().kept_rows().group(section.key).rows(row, 1)[0];
  }
  const std::uint32_t column = place.first_column + column_in_block;
  if (table_.space().blanks()(section.key, row, column)) return std::nullopt;

  static thread_local PackedBlock values;
  table_.file(layer).read_block(block, values);
  Entry entry{.position = position(section.key, row, column)};
  entry.value = 2 * values.halved(row_in_block, column_in_block) +
                margin_parity(entry.position.board, entry.position.drawn);
  return entry;
}

}  // namespace pipo
