#include "tests/support/wrong_table.hpp"

#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "pipopipette/error.hpp"
#include "pipopipette/notation.hpp"
#include "probe/board/outer.hpp"
#include "probe/board/settle.hpp"
#include "probe/board/symmetry.hpp"
#include "probe/file/content_hash.hpp"
#include "probe/table/table_sections.hpp"
#include "tests/support/oracle_table.hpp"

namespace pipo::test {
namespace {

using Section = std::vector<std::int8_t>;
using Change = std::function<void(const SectionKey& key, Section& values)>;

void add_two(Section& values, std::size_t entry) {
  values.at(entry) = static_cast<std::int8_t>(values.at(entry) + 2);
}

// Copies a table with every section changed and all checksums recomputed.
void copy_changed(const Table& right, const std::filesystem::path& to, const Change& change) {
  const std::filesystem::path folder = to / right.folder().filename();
  std::filesystem::create_directories(folder);
  LayerWriter writer(right.space(), folder);
  const TableSections all(right);
  Manifest manifest = right.manifest();
  std::vector<std::uint64_t> hashes;
  for (ManifestLayer& entry : manifest.layers) {
    const LayerLayout& layout = right.layout(entry.layer);
    std::vector<Section> sections;
    for (const StoredSection& section : layout.sections()) {
      change(section.key, sections.emplace_back(all.section(section.key)));
    }
    entry = write_layer(writer, right.space().states(), entry.layer, [&](const SectionKey& key) {
      return sections.at(layout.find(key).value()).data();
    });
    hashes.push_back(entry.content_hash);
  }
  manifest.content_hash = combined_hash(hashes);
  write_manifest(folder, manifest);
}

}  // namespace

void write_wrong_table(const std::filesystem::path& table, const std::filesystem::path& to,
                       int layer) {
  const Table right(table);
  const SectionKey first = right.layout(layer).entries() == 0
                               ? SectionKey{}
                               : right.space().states().sections(layer).front();
  copy_changed(right, to, [&](const SectionKey& key, Section& values) {
    const bool in_layer = key.layer() == layer;
    if (in_layer && key == first) add_two(values, 0);
  });
}

void write_wrong_table(const std::filesystem::path& table, const std::filesystem::path& to,
                       const Position& quiet) {
  const Table right(table);
  if (!is_quiet(quiet.board, quiet.drawn)) throw BadInput(to_string(quiet) + " is not quiet");
  const Cut& cut = right.space().states().cut();
  const EdgeSet turned = cut.turn(quiet.board, quiet.drawn);
  SectionKey section;
  std::set<std::pair<std::uint32_t, std::uint32_t>> entries;
  for (const CutImage& image : cut.images()) {
    const EdgeSet drawn = image_of_edges(
        cut.turned(), {.left_right = image.mirror, .top_bottom = image.swap}, turned);
    const MatrixCell at =
        right.space().states().locate(merge_outer(cut.turned(), drawn, cut.start()));
    section = at.key;
    entries.emplace(at.row, at.column);
  }
  copy_changed(right, to, [&](const SectionKey& key, Section& values) {
    if (key != section) return;
    for (const auto& [row, column] : entries) {
      add_two(values, std::size_t{row} * right.space().states().columns(key) + column);
    }
  });
}

}  // namespace pipo::test
