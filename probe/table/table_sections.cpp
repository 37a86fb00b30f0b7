#include "probe/table/table_sections.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "pipopipette/error.hpp"
#include "pipopipette/stored_positions.hpp"
#include "probe/base/narrow.hpp"
#include "probe/codec/packed_block.hpp"
#include "probe/table/table_folders.hpp"

namespace pipo {

std::vector<std::int8_t> TableSections::section(const SectionKey& key) const {
  const SectionPart part = whole(table_.space().states(), key);
  std::vector<std::int8_t> matrix(narrow<std::size_t>(part.values()));
  SectionReader(table_.space(), table_.layout(key.layer()), part)
      .read(table_.file(key.layer()), matrix.data());
  return matrix;
}

HalfConfiguration TableSections::configuration(const SectionKey& key, Side side,
                                               std::uint32_t number) const {
  const StateSpace& space = table_.space().states();
  return space.half(side).configuration(space.cut().border(key.seam, side),
                                        side == Side::lower ? key.lower : key.upper, number);
}

EdgeSet TableSections::drawn(const SectionKey& key, HalfConfiguration lower,
                             HalfConfiguration upper) const {
  return table_.space().turn_back(table_.space().states().position(key.seam, lower, upper));
}

Position TableSections::position(const SectionKey& key, std::uint32_t row,
                                 std::uint32_t column) const {
  return {table_.identity().board, drawn(key, configuration(key, Side::lower, row),
                                         configuration(key, Side::upper, column))};
}

void TableSections::read_block(int layer, std::uint64_t number, std::vector<EdgeSet>& drawn,
                               std::vector<std::int8_t>& values) const {
  const BlockExtent place = table_.layout(layer).block(number);
  const StoredSection& section = table_.layout(layer).sections()[place.section];
  static thread_local PackedBlock block;
  table_.file(layer).read_block(number, block);
  std::vector<HalfConfiguration> uppers;
  for (std::uint32_t column = 0; column < place.columns; ++column) {
    uppers.push_back(configuration(section.key, Side::upper, place.first_column + column));
  }
  for (std::uint32_t i = 0; i < place.rows; ++i) {
    const std::uint32_t row = matrix_row(section, place.first_row + i);
    const HalfConfiguration lower = configuration(section.key, Side::lower, row);
    for (std::uint32_t column = 0; column < place.columns; ++column) {
      drawn.push_back(this->drawn(section.key, lower, uppers[column]));
      values.push_back(static_cast<std::int8_t>(
          table_.value(block.halved(i, column), {table_.identity().board, drawn.back()})));
    }
  }
}

std::uint32_t TableSections::matrix_row(const StoredSection& section, std::uint32_t stored) const {
  if (section.storage != Storage::kept_rows) return stored;
  return table_.space().kept_rows().group(section.key).rows(stored, 1)[0];
}

TableSections::BlockEntry TableSections::block_entry(int layer, std::uint64_t number) const {
  const LayerLayout& in = table_.layout(layer);
  const auto after = std::upper_bound(in.sections().begin(), in.sections().end(), number,
                                      [](std::uint64_t entry, const StoredSection& section) {
                                        return entry < section.first_entry;
                                      });
  const StoredSection& section = *std::prev(after);
  number -= section.first_entry;
  // Skips block by block, since blocks differ in size.
  std::uint64_t block = section.first_block;
  BlockExtent place = in.block(block);
  while (number >= std::uint64_t{place.rows} * place.columns) {
    number -= std::uint64_t{place.rows} * place.columns;
    place = in.block(++block);
  }
  const auto row = static_cast<std::uint32_t>(number / place.columns);
  const auto column = static_cast<std::uint32_t>(number % place.columns);
  return {.block = block,
          .row = row,
          .column = column,
          .position = position(section.key, matrix_row(section, place.first_row + row),
                               place.first_column + column)};
}

Position TableSections::position(int layer, std::uint64_t number) const {
  return block_entry(layer, number).position;
}

TableSections::Entry TableSections::entry(int layer, std::uint64_t number) const {
  const BlockEntry entry = block_entry(layer, number);
  static thread_local PackedBlock values;
  table_.file(layer).read_block(entry.block, values);
  return {.position = entry.position,
          .value = table_.value(values.halved(entry.row, entry.column), entry.position)};
}

struct StoredPositions::Implementation {
  Implementation(const std::filesystem::path& folder, int edges)
      : table((check_name(folder), folder)), sections(table), layer(edges) {}

  Table table;
  TableSections sections;
  int layer;
  std::uint64_t block = 0;
};

StoredPositions::StoredPositions(const std::filesystem::path& table_folder, int layer)
    : implementation_(std::make_unique<Implementation>(table_folder, layer)) {
  const Table& table = implementation_->table;
  if (table.identity().game != TableGame::dots_and_boxes) {
    throw BadInput(fmt::format("{}: is a table of nim-values of Nimstring; name a table of margins",
                               table.folder().string()));
  }
  if (layer < table.first_layer() || layer > table.last_layer()) {
    throw BadInput(fmt::format("layer {}: {} has layers {} to {}", layer,
                               folder_name(table.identity()), table.first_layer(),
                               table.last_layer()));
  }
  if (!table.keeps(layer)) {
    throw BadInput(fmt::format("layer {}: {} keeps only the layers {}", layer,
                               table.folder().string(), table.kept().text()));
  }
}

StoredPositions::~StoredPositions() = default;
StoredPositions::StoredPositions(StoredPositions&&) noexcept = default;
StoredPositions& StoredPositions::operator=(StoredPositions&&) noexcept = default;

const TableIdentity& StoredPositions::table() const {
  return implementation_->table.identity();
}

int StoredPositions::layer() const {
  return implementation_->layer;
}

std::uint64_t StoredPositions::size() const {
  return implementation_->table.file(layer()).header().stored;
}

bool StoredPositions::next(std::vector<EdgeSet>& drawn, std::vector<std::int8_t>& values) {
  drawn.clear();
  values.clear();
  const std::uint64_t blocks = implementation_->table.layout(layer()).blocks();
  if (implementation_->block == blocks) return false;
  implementation_->sections.read_block(layer(), implementation_->block, drawn, values);
  ++implementation_->block;
  return true;
}

void StoredPositions::rewind() {
  implementation_->block = 0;
}

}  // namespace pipo
