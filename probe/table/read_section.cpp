// Whole sections out of blocks: tiles put in place, what was not stored filled in from its twin.
#include "probe/table/table.hpp"

namespace pipo {
namespace {

// The number of the mirror image of each configuration of a group.
std::vector<std::uint32_t> mirrored(const HalfIndex& half, LineState line, int drawn) {
  std::vector<std::uint32_t> numbers;
  for (const HalfConfiguration configuration : half.list(line, drawn)) {
    numbers.push_back(half.rank(line, half.mirror(configuration)));
  }
  return numbers;
}

void fill_dropped_rows(const StateSpace& space, const SectionKey& key, const KeptGroup& kept,
                       std::vector<std::int8_t>& dense) {
  const Cut& cut = space.cut();
  const auto rows = mirrored(space.half(Side::lower), cut.line(key.seam, Side::lower), key.lower);
  const auto columns =
      mirrored(space.half(Side::upper), cut.line(key.seam, Side::upper), key.upper);
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    if (kept.kept(row)) continue;
    std::int8_t* const to = dense.data() + row * columns.size();
    const std::int8_t* const from = dense.data() + rows[row] * columns.size();
    for (std::size_t column = 0; column < columns.size(); ++column)
      to[column] = from[columns[column]];
  }
}

void fill_upper_tiles(std::uint32_t size, std::vector<std::int8_t>& dense) {
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = (row / kTileRows + 1) * kTileRows; column < size; ++column) {
      dense[row * size + column] = dense[column * size + row];
    }
  }
}

}  // namespace

std::vector<std::int8_t> Table::read_section(const SectionKey& key) const {
  const int layer = key.lower + key.upper + std::popcount(key.seam);
  const LayerLayout& in = layout(layer);
  const StoredSection& section = in.sections().at(in.find(key).value());
  const std::size_t columns = section.columns;
  std::vector<std::int8_t> dense(space_->rows(key) * columns);
  const KeptGroup* const kept = section.storage == Storage::kept_rows ? &kept_.group(key) : nullptr;
  const std::vector<std::uint32_t> rows =
      kept ? kept->rows(0, kept->count()) : std::vector<std::uint32_t>{};

  const std::vector<std::uint8_t>& row_parities = parities_->rows(key);
  const std::vector<std::uint8_t>& column_parities = parities_->columns(key);
  const int parity = parities_->section(key);
  PackedBlock block;
  std::vector<std::int8_t> halves;
  for (std::uint64_t number = section.first_block;; ++number) {
    if (number == in.blocks()) break;
    const BlockPlace place = in.block(number);
    if (&in.sections()[place.section] != &section) break;
    file(layer).read_block(number, block);
    block.unpack(halves);
    for (std::uint32_t i = 0; i < place.rows; ++i) {
      const std::uint32_t row = kept ? rows[place.first_row + i] : place.first_row + i;
      const std::int8_t* const from = halves.data() + std::size_t{i} * place.columns;
      std::int8_t* const to = dense.data() + row * columns + place.first_column;
      const std::uint8_t* const parities = column_parities.data() + place.first_column;
      const int row_parity = parity ^ row_parities[row];
      for (std::size_t j = 0; j < place.columns; ++j) {
        to[j] = static_cast<std::int8_t>(2 * from[j] + (row_parity ^ parities[j]));
      }
    }
  }
  if (kept) fill_dropped_rows(*space_, key, *kept, dense);
  if (section.storage == Storage::half) fill_upper_tiles(section.columns, dense);
  return dense;
}

}  // namespace pipo
