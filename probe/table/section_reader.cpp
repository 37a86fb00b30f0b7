#include "probe/table/section_reader.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "probe/base/narrow.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/file/damaged.hpp"

namespace pipo {
namespace {

// Pairs of a stored row or column of the section, and one of the part.
using Sources = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Returns the number of the mirror image of a configuration in its group.
std::uint32_t mirrored(const StateSpace& space, const SectionKey& key, Side side,
                       std::uint32_t number) {
  const HalfIndex& half = space.half(side);
  const BorderState border = space.cut().border(key.seam, side);
  const int drawn = side == Side::lower ? key.lower : key.upper;
  return half.number(border, half.mirror(half.configuration(border, drawn, number)));
}

template <typename Band>
const Band* band_with(const std::vector<Band>& bands, std::uint32_t number) {
  const auto found = std::ranges::lower_bound(bands, number, {}, &Band::number);
  return found != bands.end() && found->number == number ? &*found : nullptr;
}

}  // namespace

SectionReader::SectionReader(const TableSpace& space, const LayerLayout& layout,
                             const SectionPart& part)
    : space_(space),
      layout_(layout),
      part_(part),
      section_(layout.sections()[layout.find(part.key).value()]) {
  views_.push_back(view({.swap = false, .mirror = false}));
  if (section_.storage == Storage::kept_rows)
    views_.push_back(view({.swap = false, .mirror = true}));
  if (section_.storage == Storage::lower_triangle)
    views_.push_back(view({.swap = true, .mirror = false}));
}

SectionReader::View SectionReader::view(CutImage image) const {
  const KeptGroup* const kept =
      section_.storage == Storage::kept_rows ? &space_.kept_rows().group(part_.key) : nullptr;
  Sources rows;
  for (std::uint32_t row = 0; row < part_.rows; ++row) {
    std::uint32_t source = part_.first_row + row;
    if (kept != nullptr && kept->kept(source) == image.mirror) continue;
    if (image.mirror) source = mirrored(space_.states(), part_.key, Side::lower, source);
    rows.emplace_back(kept != nullptr ? kept->compact(source) : source, row);
  }
  Sources columns;
  for (std::uint32_t column = 0; column < part_.columns; ++column) {
    std::uint32_t source = part_.first_column + column;
    if (image.mirror) source = mirrored(space_.states(), part_.key, Side::upper, source);
    columns.emplace_back(source, column);
  }
  const auto in_bands = [](Sources& sources, std::uint32_t size) {
    std::ranges::sort(sources);
    std::vector<Band> bands;
    for (const auto& [source, line] : sources) {
      if (bands.empty() || bands.back().number != source / size)
        bands.push_back({.number = source / size});
      bands.back().lines.push_back({static_cast<std::uint16_t>(source % size), line});
    }
    return bands;
  };
  if (image.swap) std::swap(rows, columns);
  return {image, in_bands(rows, kBlockRows), in_bands(columns, kBlockColumns)};
}

// Returns whether the entries of a block have values of the part, seen in this way.
bool SectionReader::has(const View& view, std::uint32_t row_of_blocks,
                        std::uint32_t column_of_blocks) const {
  if (section_.storage != Storage::lower_triangle) return true;
  return view.image.swap ? column_of_blocks < row_of_blocks : column_of_blocks <= row_of_blocks;
}

std::vector<std::uint64_t> SectionReader::blocks() const {
  std::vector<std::uint64_t> blocks;
  for (const View& view : views_) {
    for (const Band& rows : view.rows) {
      for (const Band& columns : view.columns) {
        if (!has(view, rows.number, columns.number)) continue;
        blocks.push_back(section_.first_block_of(rows.number) + columns.number);
      }
    }
  }
  std::ranges::sort(blocks);
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

void SectionReader::read(const LayerFile& file, std::uint64_t block, std::int8_t* values) const {
  static thread_local PackedBlock packed;
  static thread_local std::vector<std::int8_t> halved;
  const BlockExtent place = layout_.block(block);
  file.read_block(block, packed);
  packed.unpack(halved);
  for (const View& view : views_) {
    const Band* const rows = band_with(view.rows, place.first_row / kBlockRows);
    const Band* const columns = band_with(view.columns, place.first_column / kBlockColumns);
    if (rows == nullptr || columns == nullptr || !has(view, rows->number, columns->number))
      continue;
    copy(view, *rows, *columns, halved.data(), place.columns, values);
  }
}

// Twins have the same parity, so that of the entry in the part serves.
void SectionReader::copy(const View& view, const Band& rows, const Band& columns,
                         const std::int8_t* halved, std::uint32_t halved_columns,
                         std::int8_t* values) const {
  const bool nimstring = space_.identity().game == TableGame::nimstring;
  const Parities& parities = space_.parities();
  const std::uint8_t* const row_parities = parities.rows(part_.key).data() + part_.first_row;
  const std::uint8_t* const column_parities =
      parities.columns(part_.key).data() + part_.first_column;
  const std::uint8_t parity = parities.section(part_.key);
  for (const auto& [i, first] : rows.lines) {
    const std::int8_t* const from = halved + std::size_t{i} * halved_columns;
    if (view.image.swap) {
      for (const auto& [j, row] : columns.lines) {
        const int odd = parity ^ row_parities[row] ^ column_parities[first];
        values[std::size_t{row} * part_.columns + first] =
            nimstring ? from[j] : static_cast<std::int8_t>(2 * from[j] + odd);
      }
      continue;
    }
    std::int8_t* const to = values + std::size_t{first} * part_.columns;
    const int row_parity = parity ^ row_parities[first];
    const Line& begin = columns.lines.front();
    const std::size_t count = columns.lines.size();
    if (view.image.mirror) {
      for (const auto& [j, column] : columns.lines) {
        to[column] =
            nimstring
                ? from[j]
                : static_cast<std::int8_t>(2 * from[j] + (row_parity ^ column_parities[column]));
      }
    } else if (nimstring) {
      std::copy_n(from + begin.in_block, count, to + begin.in_part);
    } else {
      for (std::size_t k = 0; k < count; ++k) {
        to[begin.in_part + k] = static_cast<std::int8_t>(
            2 * from[begin.in_block + k] + (row_parity ^ column_parities[begin.in_part + k]));
      }
    }
  }
}

void SectionReader::read(const LayerFile& file, std::int8_t* values) const {
  for (const std::uint64_t block : blocks()) read(file, block, values);
}

std::uint32_t stored_columns(const TableSpace& space, const StoredSection& section,
                             std::uint32_t row) {
  switch (section.storage) {
    case Storage::all:
      return section.columns;
    case Storage::kept_rows:
      return space.kept_rows().group(section.key).kept(row) ? section.columns : 0;
    case Storage::lower_triangle:
      return std::min(section.columns, (row / kBlockRows + 1) * kBlockColumns);
  }
  return 0;
}

namespace {

// Counts the stored values of a section.
Histogram stored_values(const TableSpace& space, const StoredSection& section,
                        std::span<const std::int8_t> matrix) {
  std::array<std::uint64_t, 256> counts{};
  for (std::uint32_t row = 0; row * std::size_t{section.columns} < matrix.size(); ++row) {
    for (const std::int8_t value :
         matrix.subspan(std::size_t{row} * section.columns, stored_columns(space, section, row))) {
      ++counts[static_cast<std::uint8_t>(value)];
    }
  }
  Histogram histogram;
  for (int margin = -kMaximumMargin; margin <= kMaximumMargin; ++margin) {
    histogram[margin] = counts[static_cast<std::uint8_t>(margin)];
  }
  return histogram;
}

}  // namespace

LayerContent layer_content(const TableSpace& space, const LayerFile& file, const Poll& poll) {
  std::vector<std::int8_t> matrix;
  std::vector<std::uint64_t> hashes;
  LayerContent content;
  for (const StoredSection& section : file.layout().sections()) {
    if (poll) poll();
    const SectionPart part = whole(space.states(), section.key);
    matrix.resize(narrow<std::size_t>(part.values()));
    SectionReader(space, file.layout(), part).read(file, matrix.data());
    content.values.add(stored_values(space, section, matrix));
    hashes.push_back(section_hash(section.key, matrix));
  }
  content.hash = combined_hash(hashes);
  return content;
}

void check_content(const LayerFile& file, const LayerContent& content) {
  if (content.hash != file.header().content_hash) {
    throw_damaged(file.path().string(), "its values do not match its content hash");
  }
  if (content.values != file.header().values) {
    throw_damaged(file.path().string(), "its values do not match its histogram");
  }
}

}  // namespace pipo
