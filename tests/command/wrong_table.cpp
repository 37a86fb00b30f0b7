#include "tests/command/wrong_table.hpp"

#include <map>
#include <utility>
#include <vector>

#include "generator/writer/layer_writer.hpp"
#include "probe/table/content_hash.hpp"
#include "probe/table/table.hpp"

namespace pipo::test {

void write_wrong_table(const std::filesystem::path& table, const std::filesystem::path& to,
                       int layer) {
  const Table right(table);
  const std::filesystem::path folder = to / table.filename();
  std::filesystem::create_directories(folder);
  LayerWriter writer(right.space(), right.identity(), folder);
  Manifest manifest = right.manifest();
  std::vector<std::uint64_t> hashes;
  for (ManifestLayer& entry : manifest.layers) {
    std::map<std::pair<std::uint64_t, int>, std::vector<std::int8_t>> sections;
    bool first = entry.layer == layer;
    for (const SectionKey& key : right.space().sections(entry.layer)) {
      auto& values = sections[{key.seam, key.lower}] = right.read_section(key);
      if (std::exchange(first, false)) values[0] = static_cast<std::int8_t>(values[0] + 2);
    }
    entry = writer.write(entry.layer, [&](const SectionKey& key) {
      return sections.at({key.seam, key.lower}).data();
    });
    hashes.push_back(entry.content_hash);
  }
  manifest.content_hash = combined_hash(hashes);
  write_manifest(folder, manifest);
}

}  // namespace pipo::test
