#include "probe/file/layer_layout.hpp"

#include <algorithm>

#include "probe/base/count_bits.hpp"

namespace pipo {
namespace {

// Tiles on and below the diagonal in the tile rows before this one.
std::uint64_t triangle(std::uint64_t tile_row) {
  return tile_row * (tile_row + 1) / 2;
}

}  // namespace

static_assert(kTileRows == kTileColumns, "half-stored sections need square tiles");

StoredSection::StoredSection(const StateSpace& space, const SectionKey& section_key)
    : key(section_key), rows(space.rows(section_key)), columns(space.columns(section_key)) {
  if (space.thinned(key.seam)) {
    storage = Storage::kept_rows;
    const LineState line = space.cut().line(key.seam, Side::lower);
    const std::uint64_t own_images = space.half(Side::lower).self_mirrored_size(line, key.lower);
    rows = static_cast<std::uint32_t>((rows + own_images) / 2);
  } else if (space.symmetric(key)) {
    storage = Storage::half;
  }
}

std::uint64_t StoredSection::blocks() const {
  if (storage == Storage::half) return triangle(tile_rows());
  return std::uint64_t{tile_rows()} * tile_columns();
}

std::uint64_t StoredSection::entries() const {
  if (storage != Storage::half) return std::uint64_t{rows} * columns;
  // The matrix is square and so are its tiles, but for the last ones: the diagonal ones count
  // whole.
  const std::uint64_t whole = rows / kTileRows;
  const std::uint64_t last = rows % kTileRows;
  return triangle(whole) * kTileRows * kTileColumns + last * columns;
}

LayerLayout::LayerLayout(const StateSpace& space, int layer)
    : layer_(layer), by_seam_(space.cut().seam_count()) {
  for (const SectionKey& key : space.sections(layer)) {
    by_seam_[key.seam].lowers |= std::uint64_t{1} << key.lower;
    StoredSection section(space, key);
    section.first_block = blocks_;
    section.first_entry = entries_;
    blocks_ += section.blocks();
    entries_ += section.entries();
    sections_.push_back(section);
  }
  std::uint32_t first = 0;
  for (SeamSections& of_seam : by_seam_) {
    of_seam.first = first;
    first += static_cast<std::uint32_t>(count_bits(of_seam.lowers));
  }
  numbers_.resize(sections_.size());
  for (std::uint32_t i = 0; i < sections_.size(); ++i)
    numbers_[number_in_seam_order(sections_[i].key)] = i;
}

std::size_t LayerLayout::number_in_seam_order(const SectionKey& key) const {
  const SeamSections& of_seam = by_seam_[key.seam];
  const std::uint64_t before = (std::uint64_t{1} << key.lower) - 1;
  return of_seam.first + static_cast<std::size_t>(count_bits(of_seam.lowers & before));
}

BlockPlace LayerLayout::block(std::uint64_t number) const {
  const auto after = std::upper_bound(sections_.begin(), sections_.end(), number,
                                      [](std::uint64_t block, const StoredSection& section) {
                                        return block < section.first_block;
                                      });
  const StoredSection& section = *std::prev(after);
  const std::uint64_t tile = number - section.first_block;
  std::uint64_t tile_row = tile / section.tile_columns();
  std::uint64_t tile_column = tile % section.tile_columns();
  if (section.storage == Storage::half) {
    // At most 2^16 tile rows; the number of a tile in a triangle is seldom asked for.
    tile_row = 0;
    while (triangle(tile_row + 1) <= tile) ++tile_row;
    tile_column = tile - triangle(tile_row);
  }
  BlockPlace place;
  place.section = static_cast<std::size_t>(&section - sections_.data());
  place.first_row = static_cast<std::uint32_t>(tile_row) * kTileRows;
  place.first_column = static_cast<std::uint32_t>(tile_column) * kTileColumns;
  place.rows = std::min(kTileRows, section.rows - place.first_row);
  place.columns = std::min(kTileColumns, section.columns - place.first_column);
  return place;
}

std::optional<std::size_t> LayerLayout::find(const SectionKey& key) const {
  const SeamSections& of_seam = by_seam_[key.seam];
  const std::uint64_t bit = std::uint64_t{1} << key.lower;
  if ((of_seam.lowers & bit) == 0) return std::nullopt;
  return numbers_[number_in_seam_order(key)];
}

ValuePlace LayerLayout::place(const StoredSection& section, std::uint32_t row,
                              std::uint32_t column) const {
  std::uint64_t tile_row = row / kTileRows;
  std::uint64_t tile_column = column / kTileColumns;
  std::uint64_t tile = tile_row * section.tile_columns() + tile_column;
  if (section.storage == Storage::half) {
    if (tile_row < tile_column) {
      std::swap(row, column);
      std::swap(tile_row, tile_column);
    }
    tile = triangle(tile_row) + tile_column;
  }
  return {
      .block = section.first_block + tile,
      .row = row % kTileRows,
      .column = column % kTileColumns,
      .columns = std::min(
          kTileColumns, section.columns - static_cast<std::uint32_t>(tile_column) * kTileColumns)};
}

}  // namespace pipo
