#include "probe/table/part_reader.hpp"

#include <algorithm>
#include <array>

#include "probe/codec/packed_block.hpp"

namespace pipo {
namespace {

using Places = std::vector<std::pair<std::uint16_t, std::uint32_t>>;

constexpr std::array<CutImage, 4> kImages{
    CutImage{.swap = false, .mirror = false}, CutImage{.swap = false, .mirror = true},
    CutImage{.swap = true, .mirror = false}, CutImage{.swap = true, .mirror = true}};

// Finds the stored twin of each entry of a section: the image of the entry that has its value.
class Twins {
 public:
  Twins(const TableSpace& space, const StoredSection& section)
      : states_(space.states()), section_(section) {
    if (section.storage != Storage::kept_rows) return;
    kept_ = &space.kept_rows().group(section.key);
    if (space.dont_care().triangle(section.key))
      dont_care_ = space.dont_care().section(section.key);
    triangle_ = space.dont_care().triangle(section.key);
  }

  // Returns whether some entries may have their twins under this image.
  bool uses(CutImage image) const {
    switch (section_.storage) {
      case Storage::all:
        return !image.swap && !image.mirror;
      case Storage::lower_triangle:
        return !image.mirror;
      case Storage::kept_rows:
        return triangle_ || !image.swap;
    }
    return false;
  }

  // The image of a row's or column's number; `side` says of which half.
  std::uint32_t mirrored(Side side, std::uint32_t number) const {
    const HalfIndex& half = states_.half(side);
    const BorderState border = states_.cut().border(section_.key.seam, side);
    const int drawn = side == Side::lower ? section_.key.lower : section_.key.upper;
    return half.number(border, half.mirror(half.configuration(border, drawn, number)));
  }

  // A stored row's index among the stored rows, if the row is stored.
  bool stored(std::uint32_t row) const { return kept_ == nullptr || kept_->kept(row); }
  std::uint32_t index(std::uint32_t row) const {
    return kept_ == nullptr ? row : kept_->compact(row);
  }

  // Returns the image under which an entry has its stored twin: itself, if it is stored.
  CutImage image(std::uint32_t row, std::uint32_t column) const {
    if (section_.storage == Storage::lower_triangle)
      return {.swap = row / kBlockRows < column / kBlockColumns, .mirror = false};
    // Images have the same number in triangles.hpp, so (column, row) is stored if (row, column) is
    // a don't-care entry or the mirror image of one, and row `column` is kept. Otherwise the mirror
    // image of (column, row) is stored.
    if (triangle_ && dont_care_.in_triangle(row, column))
      return {.swap = true, .mirror = !stored(column)};
    return {.swap = false, .mirror = !stored(row)};
  }

  // Returns whether the image depends on the entry, not only on the row and the block.
  bool by_entry() const { return triangle_; }

 private:
  const StateSpace& states_;
  const StoredSection& section_;
  const KeptGroup* kept_ = nullptr;
  DontCareEntries::Section dont_care_ = {};
  bool triangle_ = false;
};

// Numbers of the part, by the block that they are in.
using ByBlock = std::vector<std::pair<std::uint32_t, Places>>;

ByBlock by_block(std::vector<std::pair<std::uint32_t, std::uint32_t>> sources, std::uint32_t size) {
  std::ranges::sort(sources);
  ByBlock blocks;
  for (const auto& [source, number] : sources) {
    if (blocks.empty() || blocks.back().first != source / size)
      blocks.push_back({source / size, {}});
    blocks.back().second.emplace_back(static_cast<std::uint16_t>(source % size), number);
  }
  return blocks;
}

// Returns the rows (or columns, if `swap`) of the part that have twins in stored rows under the
// image, and the same for columns.
ByBlock stored_rows(const Twins& twins, const SectionPart& part, CutImage image) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sources;
  const std::uint32_t first = image.swap ? part.first_column : part.first_row;
  const std::uint32_t end = image.swap ? part.end_column() : part.end_row();
  const Side side = image.swap ? Side::upper : Side::lower;
  for (std::uint32_t number = first; number < end; ++number) {
    const std::uint32_t source = image.mirror ? twins.mirrored(side, number) : number;
    if (twins.stored(source)) sources.emplace_back(twins.index(source), number);
  }
  return by_block(std::move(sources), kBlockRows);
}

ByBlock stored_columns(const Twins& twins, const SectionPart& part, CutImage image) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sources;
  const std::uint32_t first = image.swap ? part.first_row : part.first_column;
  const std::uint32_t end = image.swap ? part.end_row() : part.end_column();
  const Side side = image.swap ? Side::lower : Side::upper;
  for (std::uint32_t number = first; number < end; ++number) {
    sources.emplace_back(image.mirror ? twins.mirrored(side, number) : number, number);
  }
  return by_block(std::move(sources), kBlockColumns);
}

}  // namespace

std::vector<PartReader::Piece> PartReader::pieces(const LayerLayout& layout,
                                                  const SectionPart& part) const {
  const StoredSection& section = layout.sections()[layout.find(part.key).value()];
  const Twins twins(*space_, section);
  std::vector<Piece> pieces;
  for (const CutImage image : kImages) {
    if (!twins.uses(image)) continue;
    const ByBlock columns = stored_columns(twins, part, image);
    for (const auto& [block_row, in_row] : stored_rows(twins, part, image)) {
      for (const auto& [block_column, in_column] : columns) {
        if (section.storage == Storage::lower_triangle && block_column > block_row) continue;
        pieces.push_back(
            {section.first_block_of(block_row) + block_column, image, in_row, in_column});
      }
    }
  }
  return pieces;
}

void PartReader::read(const LayerFile& file, const SectionPart& part, const Piece& piece,
                      std::int8_t* values) const {
  const BlockPlace place = file.layout().block(piece.block);
  const StoredSection& section = file.layout().sections()[place.section];
  static thread_local PackedBlock block;
  static thread_local std::vector<std::int8_t> halved;
  file.read_block(piece.block, block);
  block.unpack(halved);
  const Twins twins(*space_, section);
  const bool nimstring = space_->identity().game == TableGame::nimstring;
  const std::vector<std::uint8_t>& row_parities = space_->parities().rows(section.key);
  const std::vector<std::uint8_t>& column_parities = space_->parities().columns(section.key);
  const int parity = space_->parities().section(section.key);
  const bool swap = piece.image.swap;
  for (const auto& [i, first] : piece.rows) {
    const std::int8_t* const from = halved.data() + std::size_t{i} * place.columns;
    const auto use = [&, first = first](std::uint32_t second) {
      return twins.image(swap ? second : first, swap ? first : second) == piece.image;
    };
    if (!twins.by_entry() && !use(piece.columns.front().second)) continue;
    for (const auto& [j, second] : piece.columns) {
      if (twins.by_entry() && !use(second)) continue;
      const std::uint32_t row = swap ? second : first;
      const std::uint32_t column = swap ? first : second;
      values[std::size_t{row - part.first_row} * part.columns + (column - part.first_column)] =
          nimstring ? from[j]
                    : static_cast<std::int8_t>(
                          2 * from[j] + (parity ^ row_parities[row] ^ column_parities[column]));
    }
  }
}

}  // namespace pipo
