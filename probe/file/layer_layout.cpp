#include "probe/file/layer_layout.hpp"

#include <algorithm>

#include "probe/base/count_bits.hpp"

namespace pipo {
namespace {

// Returns the number of blocks on and below the diagonal in the rows of blocks before this one.
std::uint64_t triangle(std::uint64_t block_row) {
  return block_row * (block_row + 1) / 2;
}

}  // namespace

static_assert(kBlockRows == kBlockColumns, "triangles need square blocks");

StoredSection::StoredSection(const StateSpace& space, const SectionKey& section_key)
    : key(section_key), rows(space.rows(section_key)), columns(space.columns(section_key)) {
  if (space.drops_rows(key.seam)) {
    storage = Storage::kept_rows;
    const BorderState border = space.cut().border(key.seam, Side::lower);
    const std::uint64_t own_images = space.half(Side::lower).self_mirrored_size(border, key.lower);
    rows = static_cast<std::uint32_t>((rows + own_images) / 2);
  } else if (space.symmetric(key)) {
    storage = Storage::lower_triangle;
  }
}

std::uint64_t StoredSection::first_block_of(std::uint32_t row_of_blocks) const {
  return first_block + (storage == Storage::lower_triangle
                            ? triangle(row_of_blocks)
                            : std::uint64_t{row_of_blocks} * columns_of_blocks());
}

std::uint64_t StoredSection::blocks() const {
  return first_block_of(rows_of_blocks()) - first_block;
}

std::uint64_t StoredSection::entries() const {
  if (storage != Storage::lower_triangle) return std::uint64_t{rows} * columns;
  // The matrix is square, and so are its blocks except the last ones. Blocks on the diagonal are
  // stored whole.
  const std::uint64_t whole = rows / kBlockRows;
  const std::uint64_t last = rows % kBlockRows;
  return triangle(whole) * kBlockRows * kBlockColumns + last * columns;
}

LayerLayout::LayerLayout(const StateSpace& space, int layer)
    : layer_(layer), by_seam_(space.cut().seam_count()) {
  const std::vector<SectionKey> keys = space.sections(layer);
  sections_.reserve(keys.size());  // a table that is being made holds many layouts
  for (const SectionKey& key : keys) {
    by_seam_[key.seam].lowers |= std::uint64_t{1} << key.lower;
    StoredSection section(space, key);
    section.first_block = blocks_;
    section.first_entry = entries_;
    blocks_ += section.blocks();
    entries_ += section.entries();
    sections_.push_back(section);
  }
  std::uint32_t begin = 0;
  for (SeamSections& of_seam : by_seam_) {
    of_seam.end = begin;
    begin += static_cast<std::uint32_t>(count_bits(of_seam.lowers));
  }
  numbers_.resize(sections_.size());
  // StateSpace::sections() lists the sections of a seam ascending by `lower`.
  for (std::uint32_t i = 0; i < sections_.size(); ++i)
    numbers_[by_seam_[sections_[i].key.seam].end++] = i;
}

BlockExtent LayerLayout::block(std::uint64_t number) const {
  const auto after = std::upper_bound(sections_.begin(), sections_.end(), number,
                                      [](std::uint64_t block, const StoredSection& section) {
                                        return block < section.first_block;
                                      });
  const StoredSection& section = *std::prev(after);
  const std::uint64_t in_section = number - section.first_block;
  std::uint64_t block_row = in_section / section.columns_of_blocks();
  std::uint64_t block_column = in_section % section.columns_of_blocks();
  if (section.storage == Storage::lower_triangle) {
    // A linear search suffices: there are at most 2^16 rows of blocks, and this is called rarely.
    block_row = 0;
    while (triangle(block_row + 1) <= in_section) ++block_row;
    block_column = in_section - triangle(block_row);
  }
  BlockExtent place;
  place.section = static_cast<std::size_t>(&section - sections_.data());
  place.first_row = static_cast<std::uint32_t>(block_row) * kBlockRows;
  place.first_column = static_cast<std::uint32_t>(block_column) * kBlockColumns;
  place.rows = std::min(kBlockRows, section.rows - place.first_row);
  place.columns = std::min(kBlockColumns, section.columns - place.first_column);
  return place;
}

std::optional<std::size_t> LayerLayout::find(const SectionKey& key) const {
  const SeamSections& of_seam = by_seam_[key.seam];
  const std::uint64_t from_here = of_seam.lowers >> key.lower;
  if ((from_here & 1U) == 0) return std::nullopt;
  return numbers_[of_seam.end - static_cast<std::size_t>(count_bits(from_here))];
}

BlockCell LayerLayout::place(const StoredSection& section, std::uint32_t row,
                             std::uint32_t column) const {
  std::uint64_t block_row = row / kBlockRows;
  std::uint64_t block_column = column / kBlockColumns;
  std::uint64_t in_section = block_row * section.columns_of_blocks() + block_column;
  if (section.storage == Storage::lower_triangle) {
    if (block_row < block_column) {
      std::swap(row, column);
      std::swap(block_row, block_column);
    }
    in_section = triangle(block_row) + block_column;
  }
  return {.block = section.first_block + in_section,
          .row = row % kBlockRows,
          .column = column % kBlockColumns,
          .columns =
              std::min(kBlockColumns,
                       section.columns - static_cast<std::uint32_t>(block_column) * kBlockColumns)};
}

}  // namespace pipo
