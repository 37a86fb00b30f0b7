#include "tests/support/oracle_table.hpp"

#include <cstdlib>
#include <map>
#include <stdexcept>

#include "probe/board/symmetry.hpp"
#include "probe/file/content_hash.hpp"

namespace pipo {
namespace {

EdgeSet turned_back(const StateSpace& space, const TableIdentity& table, EdgeSet turned) {
  const Board& board = space.cut().turned();
  if (board == table.board) return turned;
  return image_of_edges(board, Image{.transpose = true}, turned);
}

}  // namespace

const oracle::FlatTable& oracle_of(const Board& board, LastMoveCost last_move_cost) {
  return oracle::flat_table(board.rows(), board.columns(), last_move_cost);
}

Values oracle_values(const Board& board) {
  const oracle::FlatTable* table = &oracle_of(board);
  return [table](EdgeSet drawn) { return table->value(drawn); };
}

std::vector<std::int8_t> dense_section(const StateSpace& space, const TableIdentity& table,
                                       const SectionKey& key, const Values& values) {
  const Cut& cut = space.cut();
  std::vector<std::int8_t> dense;
  const auto columns = space.half(Side::upper).list(cut.border(key.seam, Side::upper), key.upper);
  for (const HalfConfiguration lower :
       space.half(Side::lower).list(cut.border(key.seam, Side::lower), key.lower)) {
    for (const HalfConfiguration upper : columns) {
      const EdgeSet drawn = turned_back(space, table, space.position(key.seam, lower, upper));
      dense.push_back(static_cast<std::int8_t>(values(drawn)));
    }
  }
  return dense;
}

ManifestLayer write_layer(LayerWriter& writer, const StateSpace& space, int layer,
                          const std::function<const std::int8_t*(const SectionKey&)>& values) {
  std::vector<SectionRows> rows;
  for (const SectionKey& key : space.sections(layer)) rows.emplace_back(space, key, values(key));
  return writer.add(layer, rows).value();
}

std::filesystem::path write_table(const std::filesystem::path& tables, const TableIdentity& table,
                                  const Values& values) {
  const std::filesystem::path folder = tables / folder_name(table);
  std::filesystem::create_directories(folder);
  const TableSpace of_table(table);
  const StateSpace& space = of_table.states();
  LayerWriter writer(of_table, folder);
  Manifest manifest;
  manifest.table = table;
  manifest.value = values(table.start);
  manifest.threads = 1;
  manifest.date = "2000-01-01T00:00:00Z";
  std::vector<std::uint64_t> hashes;
  for (int layer = space.first_layer(); layer <= space.last_layer(); ++layer) {
    std::map<SectionKey, std::vector<std::int8_t>> sections;
    for (const SectionKey& key : space.sections(layer)) {
      sections[key] = dense_section(space, table, key, values);
    }
    manifest.layers.push_back(write_layer(
        writer, space, layer, [&](const SectionKey& key) { return sections.at(key).data(); }));
    manifest.positions += space.quiet_positions(layer);
    hashes.push_back(manifest.layers.back().content_hash);
  }
  writer.finish();
  manifest.content_hash = combined_hash(hashes);
  write_manifest(folder, manifest);
  return folder;
}

}  // namespace pipo
