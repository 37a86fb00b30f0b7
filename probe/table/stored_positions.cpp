#include "pipopipette/stored_positions.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"
#include "probe/table/table_folders.hpp"
#include "probe/table/table_sections.hpp"

namespace pipo {

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
