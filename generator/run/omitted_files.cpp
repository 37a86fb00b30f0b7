#include "generator/run/omitted_files.hpp"

#include <unistd.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "generator/writer/new_file.hpp"
#include "probe/file/damaged.hpp"
#include "probe/file/file_names.hpp"
#include "probe/file/layer_file.hpp"

namespace pipo {
namespace {

namespace fs = std::filesystem;

// "layer-07.header"
fs::path header_path(const fs::path& folder, int layer) {
  return (folder / layer_file_name(layer)).replace_extension(".header");
}

std::vector<fs::path> omitted_files(const fs::path& folder, const Manifest& manifest) {
  std::vector<fs::path> files;
  for (const ManifestLayer& layer : manifest.layers) {
    files.push_back(header_path(folder, layer.layer));
    if (layer.omitted()) files.push_back(folder / layer_file_name(layer.layer));
  }
  return files;
}

}  // namespace

void keep_header_only(const fs::path& folder, int layer) {
  const fs::path path = folder / layer_file_name(layer);
  {
    NewFile header(header_path(folder, layer));
    header.append(write_header(read_layer_header(path), Finished::yes));
    header.publish();
  }
  sync_folder(folder);
  ::unlink(path.c_str());
}

std::optional<ManifestLayer> kept_header(const fs::path& folder, const TableIdentity& table,
                                         int layer) {
  const fs::path path = header_path(folder, layer);
  return if_whole([&]() -> ManifestLayer {
    const std::string bytes = read_small_file(path, kHeaderBytes);
    const LayerHeader header = read_header(std::as_bytes(std::span(bytes)), path.string());
    if (header.table != table || header.layer != layer) {
      throw_damaged(path.string(), "it is the header of another layer");
    }
    return manifest_layer(header);
  });
}

bool has_omitted_files(const fs::path& folder, const Manifest& manifest) {
  return std::ranges::any_of(omitted_files(folder, manifest), [](const fs::path& file) {
    std::error_code error;
    return fs::exists(file, error);
  });
}

void remove_omitted_files(const fs::path& folder, const Manifest& manifest) {
  for (const fs::path& file : omitted_files(folder, manifest)) ::unlink(file.c_str());
}

}  // namespace pipo
