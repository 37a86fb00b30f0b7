#include "probe/table/diagonal_twins.hpp"

#include <algorithm>
#include <utility>

#include "probe/space/thinning.hpp"

namespace pipo {

// The locator has Thinning::triangles so that it locates the image itself and does not map it back.
DiagonalTwins::DiagonalTwins(const TableSections& sections)
    : sections_(sections),
      space_(sections.table().space().states()),
      kept_(sections.table().space().kept_rows()),
      diagonal_(Diagonal::of(space_.cut()).value()),
      locator_(space_, kept_, Thinning::triangles) {}

void DiagonalTwins::fill(const LayerLayout& layout, std::size_t section,
                         std::vector<std::vector<std::int8_t>>& matrices) const {
  const StoredSection& stored = layout.sections()[section];
  const SectionKey& key = stored.key;
  const DontCareEntries::Section dont_care = sections_.table().space().dont_care().section(key);
  const auto rows = configurations(key, Side::lower);
  const auto columns = configurations(key, Side::upper);
  // Twins are far apart in memory. They are located and prefetched first and read afterwards, so
  // that several are fetched at once.
  struct Found {
    std::uint32_t column;
    const std::int8_t* value;
  };
  std::vector<Found> found;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    if (stored.storage == Storage::kept_rows && !kept_.group(key).kept(row)) continue;
    std::int8_t* const values = matrices[section].data() + row * columns.size();
    const std::size_t end =
        stored.storage == Storage::lower_triangle
            ? std::min(columns.size(), (row / kBlockRows + 1) * std::size_t{kBlockColumns})
            : columns.size();
    found.clear();
    for (std::uint32_t column = 0; column < end; ++column) {
      if (dont_care.in_triangle(row, column) || !dont_care.has_diagonal_twin(row, column)) continue;
      const Parts position{.seam = key.seam, .lower = rows[row], .upper = columns[column]};
      found.push_back({column, stored_value(layout, matrices, diagonal_(position))});
      __builtin_prefetch(found.back().value);
    }
    for (const auto& [column, value] : found) values[column] = *value;
  }
}

std::vector<HalfConfiguration> DiagonalTwins::configurations(const SectionKey& key,
                                                             Side side) const {
  return space_.half(side).list(space_.cut().border(key.seam, side),
                                side == Side::lower ? key.lower : key.upper);
}

const std::int8_t* DiagonalTwins::stored_value(
    const LayerLayout& layout, const std::vector<std::vector<std::int8_t>>& matrices,
    const Parts& parts) const {
  Location place = locator_.locate_in_matrix(parts);
  const std::size_t number = layout.find(place.key).value();
  const StoredSection& section = layout.sections()[number];
  // The blocks above the diagonal of a symmetric matrix are not stored.
  if (section.storage == Storage::lower_triangle && place.row < place.column) {
    std::swap(place.row, place.column);
  }
  return matrices[number].data() + std::size_t{place.row} * section.columns + place.column;
}

}  // namespace pipo
