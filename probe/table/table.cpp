#include "probe/table/table.hpp"

#include <fmt/core.h>

#include "pipopipette/error.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_header.hpp"

namespace pipo {

Table::Table(const std::filesystem::path& folder, KeepOpen keep_open)
    : folder_(folder),
      manifest_(read_manifest(folder)),
      kept_(manifest_.kept()),
      space_(std::make_unique<TableSpace>(manifest_.table)) {
  layouts_.reserve(manifest_.layers.size());
  files_.reserve(manifest_.layers.size());
  for (const ManifestLayer& layer : manifest_.layers) {
    layouts_.emplace_back(space_->states(), layer.layer);
    auto& file = files_.emplace_back();
    if (layer.omitted()) continue;
    const std::filesystem::path path = folder_ / layer.file;
    try {
      file.emplace(path, identity(), layouts_.back(), keep_open);
    } catch (const UnreadableTable&) {
      throw;
    } catch (const MissingTable&) {
      throw_damaged(path.string(), fmt::format("missing, though {} lists it", kManifestName));
    }
    if (manifest_layer(file->header()) != layer) {
      throw_damaged(path.string(), fmt::format("does not match {}", kManifestName));
    }
  }
}

}  // namespace pipo
