#include "generator/sweep/loaded_tiles.hpp"

#include "probe/codec/transpose.hpp"

namespace pipo {

LoadedTiles::LoadedTiles(const StateSpace& space, std::uint32_t part_size)
    : tiling_(space, part_size),
      places_(tiling_.count(), nullptr),
      columns_(tiling_.count()),
      bytes_(tiling_.count()) {
  for (TileNumber number = 0; number < count(); ++number) {
    const SectionPart part = tiling_.part(key(number));
    columns_[number] = part.columns;
    bytes_[number] = part.values() + kTileSlack;
  }
}

Strip LoadedTiles::strip(const TileKey& key, Orientation orientation, std::uint32_t first_column,
                         std::uint32_t columns, std::span<const ConfigurationRange> required,
                         StripScratch& scratch) const {
  const Strip stored = rows(key);
  if (stored.data == nullptr) return {};
  if (orientation == Orientation::lower_rows) return {stored.data + first_column, stored.stride};
  const std::size_t stride = strip_stride(columns);
  std::int8_t* transposed = scratch.take(stored.stride * stride + kTileSlack);
  const std::int8_t* const first_row = stored.data + std::size_t{first_column} * stored.stride;
  for (const ConfigurationRange& range : required) {
    transposing().transpose(transposed + range.first * stride, stride, first_row + range.first,
                            stored.stride, columns, range.end - range.first);
  }
  return {transposed, stride};
}

}  // namespace pipo
