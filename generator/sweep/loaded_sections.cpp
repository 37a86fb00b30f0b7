#include "generator/sweep/loaded_sections.hpp"

#include <algorithm>

#include "probe/codec/transpose.hpp"

namespace pipo {

std::size_t largest_section(const StateSpace& space) {
  std::size_t largest = 0;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    for (const SectionKey& key : space.sections(layer)) {
      largest = std::max(largest, std::size_t{space.rows(key)} * space.columns(key));
    }
  }
  return largest;
}

LoadedSections::LoadedSections(const StateSpace& space)
    : space_(space),
      seam_number_(space.cut().seam_count(), 0),
      lower_counts_(space.half(Side::lower).maximum_drawn() + 1),
      upper_counts_(space.half(Side::upper).maximum_drawn() + 1) {
  const auto& seams = space.representatives();
  for (std::size_t i = 0; i < seams.size(); ++i) seam_number_[seams[i]] = i;
  places_.assign(seams.size() * lower_counts_ * upper_counts_, nullptr);
  columns_.assign(places_.size(), 0);
  bytes_.assign(places_.size(), 0);
  for (const SeamState seam : seams) {
    for (int upper = 0; upper < static_cast<int>(upper_counts_); ++upper) {
      const std::uint32_t columns = space.columns({seam, 0, upper});
      for (int lower = 0; lower < static_cast<int>(lower_counts_); ++lower) {
        const SectionKey key{seam, lower, upper};
        columns_[number(key)] = columns;
        bytes_[number(key)] = std::size_t{space.rows(key)} * columns + kSectionSlack;
      }
    }
  }
}

Strip LoadedSections::strip(const SectionKey& key, Orientation orientation,
                            std::uint32_t first_column, std::uint32_t columns,
                            std::span<const ConfigurationRange> required,
                            StripScratch& scratch) const {
  const Strip stored = rows(key);
  if (stored.data == nullptr) return {};
  if (orientation == Orientation::lower_rows) return {stored.data + first_column, stored.stride};
  const std::size_t stride = strip_stride(columns);
  std::int8_t* transposed = scratch.take(stored.stride * stride + kSectionSlack);
  const std::int8_t* const first_row = stored.data + std::size_t{first_column} * stored.stride;
  for (const ConfigurationRange& range : required) {
    transposing().transpose(transposed + range.first * stride, stride, first_row + range.first,
                            stored.stride, columns, range.end - range.first);
  }
  return {transposed, stride};
}

}  // namespace pipo
