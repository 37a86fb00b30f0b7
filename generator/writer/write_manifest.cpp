#include "generator/writer/layer_writer.hpp"
#include "generator/writer/new_file.hpp"
#include "probe/file/file_names.hpp"

namespace pipo {

void write_manifest(const std::filesystem::path& folder, const Manifest& manifest) {
  const std::string text = manifest_text(manifest);
  NewFile file(folder / kManifestName);
  file.expect(text.size());
  file.append(std::as_bytes(std::span(text)));
  file.publish();
  sync_folder(folder);
}

}  // namespace pipo
