#include "probe/table/section_reader.hpp"

#include <algorithm>
#include <vector>

#include "probe/codec/dont_care.hpp"
#include "probe/codec/packed_block.hpp"

namespace pipo {
namespace {

// Returns the number of the mirror image of each configuration of a group.
std::vector<std::uint32_t> mirrored(const HalfIndex& half, BorderState border, int drawn) {
  std::vector<std::uint32_t> numbers;
  for (const HalfConfiguration configuration : half.list(border, drawn)) {
    numbers.push_back(half.number(border, half.mirror(configuration)));
  }
  return numbers;
}

void fill_dropped_rows(const StateSpace& space, const SectionKey& key, const KeptGroup& kept,
                       std::int8_t* dense) {
  const Cut& cut = space.cut();
  const auto rows = mirrored(space.half(Side::lower), cut.border(key.seam, Side::lower), key.lower);
  const auto columns =
      mirrored(space.half(Side::upper), cut.border(key.seam, Side::upper), key.upper);
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    if (kept.kept(row)) continue;
    std::int8_t* const to = dense + row * columns.size();
    const std::int8_t* const from = dense + rows[row] * columns.size();
    for (std::size_t column = 0; column < columns.size(); ++column)
      to[column] = from[columns[column]];
  }
}

// Fills the don't-care triangle of the kept rows. An entry (row, column) is don't-care if the
// column, or its mirror image, comes before the row. Its value is at (column, row) if row `column`
// is kept, and otherwise at (mirror column, mirror row).
void fill_triangle(const StateSpace& space, const SectionKey& key, const KeptGroup& kept,
                   const DontCareEntries::Section& dont_care, std::int8_t* dense) {
  const auto images =
      mirrored(space.half(Side::lower), space.cut().border(key.seam, Side::lower), key.lower);
  const auto size = static_cast<std::uint32_t>(images.size());
  for (std::uint32_t row = 0; row < size; ++row) {
    if (!kept.kept(row)) continue;
    std::int8_t* const to = dense + std::size_t{row} * size;
    for (std::uint32_t column = 0; column < size; ++column) {
      if (!dont_care.in_triangle(row, column)) continue;
      const bool other = !kept.kept(column);
      const std::size_t from = other ? images[column] : column;
      to[column] = dense[from * size + (other ? images[row] : row)];
    }
  }
}

void fill_upper_blocks(std::size_t size, std::int8_t* dense) {
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = (row / kBlockRows + 1) * kBlockRows; column < size; ++column) {
      dense[row * size + column] = dense[column * size + row];
    }
  }
}

const StoredSection& stored_section(const LayerLayout& layout, const SectionKey& key) {
  return layout.sections().at(layout.find(key).value());
}

}  // namespace

void SectionReader::read_blocks(const LayerFile& file, const SectionKey& key,
                                std::int8_t* dense) const {
  const Blocks numbers = blocks(file, key);
  for (std::uint64_t number = numbers.first; number < numbers.end; ++number) {
    read_block(file, number, dense);
  }
}

void SectionReader::read_stored(const LayerFile& file, const SectionKey& key,
                                std::int8_t* dense) const {
  const std::uint32_t rows = space_->states().rows(key);
  const std::uint32_t columns = space_->states().columns(key);
  std::fill_n(dense, std::size_t{rows} * columns, kDontCare);
  read_blocks(file, key, dense);
  if (!space_->dont_care().some(key)) return;
  const bool drops_rows = stored_section(file.layout(), key).storage == Storage::kept_rows;
  const DontCareEntries::Section dont_care = space_->dont_care().section(key);
  for (std::uint32_t row = 0; row < rows; ++row) {
    if (drops_rows && !space_->kept_rows().group(key).kept(row)) continue;
    dont_care.mark(row, 0, {dense + std::size_t{row} * columns, columns});
  }
}

SectionReader::Blocks SectionReader::blocks(const LayerFile& file, const SectionKey& key) const {
  const LayerLayout& layout = file.layout();
  const std::size_t section = layout.find(key).value();
  const bool last = section + 1 == layout.sections().size();
  return {layout.sections()[section].first_block,
          last ? layout.blocks() : layout.sections()[section + 1].first_block};
}

void SectionReader::read_block(const LayerFile& file, std::uint64_t number,
                               std::int8_t* dense) const {
  const BlockPlace place = file.layout().block(number);
  const StoredSection& section = file.layout().sections()[place.section];
  PackedBlock block;
  std::vector<std::int8_t> halved;
  file.read_block(number, block);
  block.unpack(halved);

  std::vector<std::uint32_t> kept;
  if (section.storage == Storage::kept_rows) {
    kept = space_->kept_rows().group(section.key).rows(place.first_row, place.rows);
  }
  const bool nimstring = space_->identity().game == TableGame::nimstring;
  const std::vector<std::uint8_t>& row_parities = space_->parities().rows(section.key);
  const std::uint8_t* const column_parities =
      space_->parities().columns(section.key).data() + place.first_column;
  const int parity = space_->parities().section(section.key);
  for (std::uint32_t i = 0; i < place.rows; ++i) {
    const std::uint32_t row = kept.empty() ? place.first_row + i : kept[i];
    const std::int8_t* const from = halved.data() + std::size_t{i} * place.columns;
    std::int8_t* const to = dense + std::size_t{row} * section.columns + place.first_column;
    if (nimstring) {
      std::copy_n(from, place.columns, to);
      continue;
    }
    const int row_parity = parity ^ row_parities[row];
    for (std::size_t j = 0; j < place.columns; ++j) {
      to[j] = static_cast<std::int8_t>(2 * from[j] + (row_parity ^ column_parities[j]));
    }
  }
}

void SectionReader::fill_twins(const LayerFile& file, const SectionKey& key,
                               std::int8_t* dense) const {
  const StoredSection& section = stored_section(file.layout(), key);
  if (section.storage == Storage::kept_rows) {
    if (space_->dont_care().triangle(key)) {
      fill_triangle(space_->states(), key, space_->kept_rows().group(key),
                    space_->dont_care().section(key), dense);
    }
    fill_dropped_rows(space_->states(), key, space_->kept_rows().group(key), dense);
  }
  if (section.storage == Storage::lower_triangle) fill_upper_blocks(section.columns, dense);
}

}  // namespace pipo
