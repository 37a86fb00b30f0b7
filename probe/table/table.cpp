#include "probe/table/table.hpp"

#include <algorithm>
#include <bit>

#include "probe/board/symmetry.hpp"
#include "probe/error.hpp"
#include "probe/table/section_reader.hpp"

namespace pipo {

Table::Table(const std::filesystem::path& folder, KeepOpen keep_open)
    : folder_(folder),
      manifest_(read_manifest(folder)),
      space_(std::make_unique<StateSpace>(identity().board, identity().start)),
      kept_(*space_),
      parities_(std::make_unique<Parities>(*space_)) {
  layouts_.reserve(manifest_.layers.size());
  files_.reserve(manifest_.layers.size());
  for (const ManifestLayer& layer : manifest_.layers) {
    layouts_.emplace_back(*space_, kept_, layer.layer);
    const std::filesystem::path path = folder_ / layer.file;
    try {
      files_.emplace_back(path, identity(), layouts_.back(), keep_open);
    } catch (const MissingTable&) {
      throw_damaged(path.string(), "missing, though " + std::string(kManifestName) + " lists it");
    }
    const LayerHeader& header = files_.back().header();
    if (header.stored != layer.stored || header.file_bytes != layer.bytes ||
        header.content_hash != layer.content_hash || header.values != layer.values) {
      throw_damaged(path.string(), "does not match " + std::string(kManifestName));
    }
  }
}

EdgeSet Table::turn_back(EdgeSet turned) const {
  const Board& board = space_->cut().turned();
  if (board == identity().board) return turned;
  return image_of_edges(board, Image{.transpose = true}, turned);
}

Position Table::position(const SectionKey& key, std::uint32_t row, std::uint32_t column) const {
  const Cut& cut = space_->cut();
  const HalfConfiguration lower =
      space_->half(Side::lower).configuration(cut.line(key.seam, Side::lower), key.lower, row);
  const HalfConfiguration upper =
      space_->half(Side::upper).configuration(cut.line(key.seam, Side::upper), key.upper, column);
  return {identity().board, turn_back(space_->position(key.seam, lower, upper))};
}

Table::Entry Table::stored_entry(int layer, std::uint64_t number) const {
  const LayerLayout& in = layout(layer);
  const auto after = std::upper_bound(in.sections().begin(), in.sections().end(), number,
                                      [](std::uint64_t value, const StoredSection& section) {
                                        return value < section.first_value;
                                      });
  const StoredSection& section = *std::prev(after);
  number -= section.first_value;
  // Then from tile to tile; they differ in size.
  std::uint64_t block = section.first_block;
  BlockPlace place = in.block(block);
  while (number >= std::uint64_t{place.rows} * place.columns) {
    number -= std::uint64_t{place.rows} * place.columns;
    place = in.block(++block);
  }
  const auto row_in_block = static_cast<std::uint32_t>(number / place.columns);
  const auto column_in_block = static_cast<std::uint32_t>(number % place.columns);
  std::uint32_t row = place.first_row + row_in_block;
  if (section.storage == Storage::kept_rows) row = kept_.group(section.key).rows(row, 1)[0];

  static thread_local PackedBlock values;
  file(layer).read_block(block, values);
  Entry entry{.position = position(section.key, row, place.first_column + column_in_block)};
  entry.value = 2 * values.half(row_in_block, column_in_block) +
                margin_parity(entry.position.board, entry.position.drawn);
  return entry;
}

std::vector<std::int8_t> Table::read_section(const SectionKey& key) const {
  const int layer = key.lower + key.upper + std::popcount(key.seam);
  std::vector<std::int8_t> dense(std::size_t{space_->rows(key)} * space_->columns(key));
  SectionReader(*space_, kept_, *parities_).read(file(layer), key, dense.data());
  return dense;
}

}  // namespace pipo
